/** No request runs this long, so if all slots are taken and none was released since, they are lost. */
const STUCK_MS = 30_000;
/** So many times the limit are in use at most, while enterprises with less than their shares come in. */
const MOST_TIMES = 2;

/** A slot of a request. */
export interface Place {
  readonly caller: string;
  /** Call it once. */
  release(): void;
}

/** The slots of the concurrent requests. Each caller has a share of them, which others use while it does not. */
export class Places {
  private taken = 0;
  private changedAt = 0;
  /** The slots of each caller that has any. */
  private readonly held = new Map<string, number>();

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

  /** Whether there is no slot for a caller: all are taken, and it has its share, or too many callers had less than theirs. */
  areTakenFor(caller: string): boolean {
    return this.areTaken && (this.isOverShare(caller, this.limit, 1) || this.taken >= MOST_TIMES * this.limit);
  }

  /** Whether a caller has more than its share of a number of slots. */
  isOverShare(caller: string, slots: number, more: 0 | 1 = 0): boolean {
    const own = this.held.get(caller) ?? 0;
    const callers = this.held.size + (own === 0 ? 1 : 0);
    return own + more > Math.max(1, slots / callers);
  }

  take(caller: string): Place {
    this.change(caller, 1);
    return {
      caller,
      release: () => {
        this.change(caller, -1);
        this.onFree();
      },
    };
  }

  /** Holds a slot until the work ends, even by an error. */
  hold(work: PromiseLike<unknown>, place: Place): void {
    const release = () => place.release();
    void work.then(release, release);
  }

  private change(caller: string, by: 1 | -1): void {
    const own = (this.held.get(caller) ?? 0) + by;
    if (own === 0) this.held.delete(caller);
    else this.held.set(caller, own);
    this.taken += by;
    this.changedAt = performance.now();
  }
}
