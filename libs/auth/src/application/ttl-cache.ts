const MAX_AGE_MS = 3_000;
const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
}

/** Remembers for three seconds what was read, so that a change is seen within five seconds by every process. */
export class Recent<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  constructor(private readonly read: (key: string) => Promise<Value>) {}

  get(key: string): Promise<Value> {
    const now = performance.now();
    const known = this.entries.get(key);
    if (known !== undefined && now - known.readAt < MAX_AGE_MS) return known.value;
    const value = this.read(key);
    value.catch(() => this.entries.delete(key));
    remember(this.entries, key, { readAt: now, value });
    return value;
  }
}

/** Sets an entry, and forgets the oldest when there are too many. */
export function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
}
