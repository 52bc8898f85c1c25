import { setTimeout as sleep } from 'node:timers/promises';

interface LoopOptions {
  /** A round starts no earlier than this long after the one before: what arrives meanwhile is handled together. */
  readonly gatherMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs `round` whenever it is woken, never twice at once: a wake-up during a round makes another one follow. A round
 * returns whether more work is due now, which does not wait; one that fails ends the run, and its error goes to `onError`.
 */
export class WakeableLoop {
  private woken = false;
  private stopped = false;
  private running: Promise<void> | undefined;
  private nextAt = 0;

  constructor(
    private readonly round: () => Promise<boolean>,
    private readonly options: LoopOptions,
  ) {}

  wake(): void {
    this.woken = true;
    if (this.stopped) return;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  /** As `wake`, but what arrives meanwhile does not gather. */
  wakeNow(): void {
    this.nextAt = 0;
    this.wake();
  }

  /** Starts no further round and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.woken && !this.stopped) {
      await this.gather();
      if (this.stopped) return;
      this.woken = false;
      try {
        const hasMore = await this.round();
        if (!hasMore) continue;
        this.woken = true;
        this.nextAt = 0;
      } catch (error) {
        this.options.onError(error);
      }
    }
  }

  private async gather(): Promise<void> {
    const waitMs = this.nextAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.nextAt = performance.now() + this.options.gatherMs;
  }
}
