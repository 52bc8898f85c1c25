import { SECOND_MS } from '@payments/kernel';
import type { Clock } from '@payments/kernel';

/** Spreads starts so that no more than `perSecond` of them fall into any second. */
export class SlidingWindowLimiter {
  /** The last starts, in milliseconds, oldest first; some may be in the future. */
  private readonly starts: number[] = [];

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock,
  ) {}

  /** Reserves the next start; returns the milliseconds until it. */
  take(): number {
    const now = this.clock.elapsedMs();
    const oldest = this.starts.length < this.perSecond ? undefined : this.starts.shift();
    const start = oldest === undefined ? now : Math.max(now, oldest + SECOND_MS);
    this.starts.push(start);
    return start - now;
  }
}
