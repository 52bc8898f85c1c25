import { BoundedMap } from './bounded-map.js';

const MAX_AGE_MS = 3_000;
/** How many credentials, tokens or limits a process caches. */
export const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
  /** The value itself, once it was read. */
  known?: { readonly value: Value };
}

/** Caches reads for three seconds, so that every process sees a change within five seconds. */
export class Recent<Value> {
  private readonly entries = new BoundedMap<string, Entry<Value>>(MAX_ENTRIES);

  constructor(private readonly read: (key: string) => Promise<Value>) {}

  get(key: string): Promise<Value> {
    const now = performance.now();
    const known = this.entries.get(key);
    if (known !== undefined && now - known.readAt < MAX_AGE_MS) return known.value;
    const value = this.read(key);
    const entry: Entry<Value> = { readAt: now, value };
    value.then(
      (read) => (entry.known = { value: read }),
      () => this.entries.delete(key),
    );
    this.entries.set(key, entry);
    return value;
  }

  /** What `get` would return, if it was read and is recent: without a promise, for what every request asks. */
  peek(key: string): { readonly value: Value } | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && performance.now() - entry.readAt < MAX_AGE_MS ? entry.known : undefined;
  }

  forget(key: string): void {
    this.entries.delete(key);
  }
}
