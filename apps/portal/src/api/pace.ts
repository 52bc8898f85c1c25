/** Changes that come together are told together. */
const FIRST_MS = 250;
const LONGEST_MS = 4_000;
/** So many times its wait without a change, and the next one is told soon again. */
const CALM = 4;

/** How long changes wait until they are told: the first ones hardly, those of an enterprise that never rests longer. */
export class Pace {
  private waitMs = FIRST_MS;
  private toldAt = Number.NEGATIVE_INFINITY;

  /** @param now in ms of any clock @param spread between 0 and 1, so that many pages do not ask at once */
  next(now: number, spread: number): number {
    const isCalm = now - this.toldAt > CALM * this.waitMs;
    this.waitMs = isCalm ? FIRST_MS : Math.min(2 * this.waitMs, LONGEST_MS);
    return this.waitMs * (1 + spread);
  }

  told(now: number): void {
    this.toldAt = now;
  }
}
