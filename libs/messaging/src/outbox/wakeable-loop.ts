/**
 * Runs `round` whenever it is woken, never twice at once: a wake-up during a round makes another one follow. A round
 * returns whether more work may be due at once; one that fails ends the run, and its error goes to `onError`.
 */
export class WakeableLoop {
  private woken = false;
  private stopped = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly round: () => Promise<boolean>,
    private readonly onError: (error: unknown) => void,
  ) {}

  wake(): void {
    this.woken = true;
    if (this.stopped) return;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  /** Starts no further round and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.woken && !this.stopped) {
      this.woken = false;
      try {
        if (await this.round()) this.woken = true;
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
