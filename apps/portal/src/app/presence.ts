const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Whether somebody is in front of the page. */
export class Presence {
  private lastInputAt: number;
  private waiting: (() => void)[] = [];

  /** @param now in ms since 1970 */
  constructor(
    target: Pick<EventTarget, 'addEventListener'>,
    private readonly now: () => number = Date.now,
  ) {
    this.lastInputAt = now();
    for (const type of INPUTS) target.addEventListener(type, () => this.note(), { passive: true });
  }

  isSince(time: number): boolean {
    return this.lastInputAt > time;
  }

  /** Resolves with the next input, or when nobody needs to wait any longer. */
  next(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private note(): void {
    this.lastInputAt = this.now();
    this.release();
  }
}
