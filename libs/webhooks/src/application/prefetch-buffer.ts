import type { Clock } from '@payments/kernel';

const MOST = 100;
/** Older data is read again, because the endpoint may have changed. */
const FRESH_MS = 500;

/** Deliveries read but not yet sent. The faster they go, the more are read at a time. */
export class PrefetchBuffer<Item> {
  private items: Item[] = [];
  private readAtMs = 0;
  private size: number;

  constructor(
    private readonly least: number,
    private readonly clock: Clock,
  ) {
    this.size = least;
  }

  /** How many to read the next time. */
  get limit(): number {
    return this.size;
  }

  get isEmpty(): boolean {
    if (this.items.length > 0 && this.clock.elapsedMs() - this.readAtMs > FRESH_MS) {
      this.items = [];
      this.size = Math.max(this.least, Math.floor(this.size / 2));
    }
    return this.items.length === 0;
  }

  fill(items: readonly Item[]): void {
    this.items = [...items];
    this.readAtMs = this.clock.elapsedMs();
  }

  take(count: number): Item[] {
    const taken = this.items.splice(0, count);
    const isUsedUp = taken.length > 0 && this.items.length === 0;
    if (isUsedUp) this.size = Math.max(this.least, Math.min(2 * this.size, MOST));
    return taken;
  }

  clear(): void {
    this.items = [];
  }
}
