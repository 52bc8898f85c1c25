import { BoundedMap } from './bounded-map.js';

/**
 * An LRU cache for the results of asynchronous work. Concurrent callers share one call; failures are not cached.
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
