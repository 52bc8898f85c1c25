/** No request runs this long, so if all slots are taken and none was released since, they are lost. */
const STUCK_MS = 30_000;

/** The slots of the concurrent requests. */
export class Places {
  private taken = 0;
  private changedAt = 0;

  /** @param onFree called when a slot was released */
  constructor(
    private readonly limit: number,
    private readonly onFree: () => void = () => undefined,
  ) {}

  get inUse(): number {
    return this.taken;
  }

  get areTaken(): boolean {
    return this.taken >= this.limit;
  }

  /** Whether all slots are taken and no work appears to run in them. */
  get areStuck(): boolean {
    return this.areTaken && performance.now() - this.changedAt > STUCK_MS;
  }

  /** Takes a slot. @returns what releases it; call it once. */
  take(): () => void {
    this.change(1);
    return () => {
      this.change(-1);
      this.onFree();
    };
  }

  /** Holds a slot until the work ends, even by an error. */
  hold(work: PromiseLike<unknown>, release = this.take()): void {
    void work.then(release, release);
  }

  private change(by: 1 | -1): void {
    this.taken += by;
    this.changedAt = performance.now();
  }
}
