const LOOK_MS = 100;
const BUSY = 0.9;

/** How busy the thread of this process is. Waiting for a processor that others use counts as work. */
export class EventLoop {
  private lookedAt = 0;
  private seen = performance.eventLoopUtilization();
  private wasBusy = false;

  /** Whether it had hardly anything to wait for between the last two looks, which are at least 100 ms apart. */
  get isBusy(): boolean {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_MS) return this.wasBusy;
    const before = this.seen;
    this.lookedAt = now;
    this.seen = performance.eventLoopUtilization();
    this.wasBusy = performance.eventLoopUtilization(this.seen, before).utilization > BUSY;
    return this.wasBusy;
  }
}
