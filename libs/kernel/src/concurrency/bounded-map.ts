/** A map that evicts the entry set longest ago when it exceeds its capacity. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly capacity: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.capacity) this.delete(this.keys().next().value!);
    return this;
  }
}
