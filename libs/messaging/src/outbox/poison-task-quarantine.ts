import type { Claim } from './claim.js';

/** So often in a row a task may go unreported before it is a suspect: a crash also hits what was at work beside it. */
const UNSUSPECTED = 2;
const MAX_HOLD_MS = 10_000;

/**
 * Suspects, whose process died whenever they were at work, are worked on one after the other in each process: the next
 * death then tells which of them it was. One that takes longer than MAX_HOLD_MS holds up no other.
 */
export class PoisonTaskQuarantine {
  private holder: Claim | undefined;
  private endsAtMs = 0;

  /** Whether the claim may be worked on now. `nowMs` is monotonic time. */
  take(claim: Claim, nowMs: number): boolean {
    if (claim.tasks.every(({ unreported = 0 }) => unreported <= UNSUSPECTED)) return true;
    if (this.holder !== undefined && nowMs < this.endsAtMs) return false;
    this.holder = claim;
    this.endsAtMs = nowMs + MAX_HOLD_MS;
    return true;
  }

  end(claim: Claim): void {
    if (this.holder === claim) this.holder = undefined;
  }
}
