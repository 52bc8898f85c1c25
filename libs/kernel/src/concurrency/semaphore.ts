import type { Release } from './keyed-mutex.js';

/**
 * A fixed number of permits, within this process. First come, first served: a small request behind a large one waits
 * with it. A request for more permits than exist is served when all are free.
 */
export class Semaphore {
  private taken = 0;
  private readonly waiting: { readonly size: number; readonly begin: () => void }[] = [];

  constructor(private readonly permits: number) {}

  /** Permits that can be acquired without waiting. */
  get free(): number {
    return this.waiting.length > 0 ? 0 : Math.max(0, this.permits - this.taken);
  }

  /** Requests that wait for permits. */
  get queued(): number {
    return this.waiting.length;
  }

  get isIdle(): boolean {
    return this.taken === 0 && this.waiting.length === 0;
  }

  async acquire(size = 1): Promise<Release> {
    await new Promise<void>((begin) => {
      this.waiting.push({ size, begin });
      this.beginNext();
    });
    return () => {
      this.taken -= size;
      this.beginNext();
    };
  }

  private beginNext(): void {
    for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
      if (this.taken > 0 && this.taken + next.size > this.permits) return;
      this.waiting.shift();
      this.taken += next.size;
      next.begin();
    }
  }
}
