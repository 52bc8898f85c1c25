/** No request is worked on for this long, so when all places are taken and none has come back since, they are lost. */
const STUCK_MS = 30_000;

/** The places of the requests that are worked on at once. */
export class Places {
  private taken = 0;
  private changedAt = 0;

  constructor(private readonly limit: number) {}

  get areTaken(): boolean {
    return this.taken >= this.limit;
  }

  /** Whether all places are taken and no work appears to run on them. */
  get areStuck(): boolean {
    return this.areTaken && performance.now() - this.changedAt > STUCK_MS;
  }

  /** Takes a place until the work is over, however it ends. */
  hold(work: PromiseLike<unknown>): void {
    const release = () => this.change(-1);
    this.change(1);
    void work.then(release, release);
  }

  private change(by: 1 | -1): void {
    this.taken += by;
    this.changedAt = performance.now();
  }
}
