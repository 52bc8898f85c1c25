import { BoundedMap } from './bounded-map.js';

/**
 * Keeps the last used results of asynchronous work. Two callers at once share one piece of work; what failed is not
 * kept.
 */
export class BoundedCache<Value> {
  private readonly entries: BoundedMap<string, Promise<Value>>;

  constructor(capacity: number) {
    this.entries = new BoundedMap(capacity);
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.entries.get(key) ?? this.start(key, make);
    // Setting it again makes it the most recently used.
    this.entries.set(key, value);
    return value;
  }

  private start(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = make();
    value.catch(() => {
      if (this.entries.get(key) === value) this.entries.delete(key);
    });
    return value;
  }
}
