import type { Claim } from './claim.js';

/** Crashes in a row before a task is a suspect: a crash also hits the tasks that ran beside the one that caused it. */
const MAX_INNOCENT_CRASHES = 2;
const MAX_HOLD_MS = 10_000;

/**
 * A suspect is a task whose process crashed each time it ran. A process runs suspects one at a time, so that the next
 * crash identifies the poison task. A suspect that runs longer than MAX_HOLD_MS does not delay the others.
 */
export class PoisonTaskQuarantine {
  private holder: Claim | undefined;
  private endsAtMs = 0;

  /** Whether the claim may run now. `nowMs` is monotonic time. */
  take(claim: Claim, nowMs: number): boolean {
    if (claim.tasks.every(({ crash_count = 0 }) => crash_count <= MAX_INNOCENT_CRASHES)) return true;
    if (this.holder !== undefined && nowMs < this.endsAtMs) return false;
    this.holder = claim;
    this.endsAtMs = nowMs + MAX_HOLD_MS;
    return true;
  }

  end(claim: Claim): void {
    if (this.holder === claim) this.holder = undefined;
  }
}
