import { BoundedMap } from './bounded-map.js';

const MAX_AGE_MS = 3_000;
/** How many credentials, tokens or limits a process caches. */
export const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
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
    value.catch(() => this.entries.delete(key));
    this.entries.set(key, { readAt: now, value });
    return value;
  }

  forget(key: string): void {
    this.entries.delete(key);
  }
}
