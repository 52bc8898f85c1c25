/**
 * Keeps the last used results of asynchronous work. Two callers at once share one piece of work; what failed is not
 * kept.
 */
export class BoundedCache<Value> {
  private readonly entries = new Map<string, Promise<Value>>();

  constructor(private readonly capacity: number) {}

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.entries.get(key) ?? this.start(key, make);
    // A map lists its keys in the order of insertion, so the first one is the least recently used.
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value!);
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
