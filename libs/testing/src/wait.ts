const EVERY_MS = 25;
/** The one limit of everything that a test waits for: it ends what never comes, and says nothing of how soon it should. */
export const LONGEST_WAIT_MS = 120_000;
/** One poll counts as at most this long, so that a stalled machine does not use up the wait. */
const ROUND_MS = 500;

/** Polls until the result is neither undefined nor false. @throws Error after `LONGEST_WAIT_MS` of rounds. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  for (let counted = 0; ;) {
    const startedAt = performance.now();
    const result = await ask();
    if (result !== undefined && result !== false) return result;
    if (counted > LONGEST_WAIT_MS) throw new Error(`${what}: not within ${Math.round(counted)} ms`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    counted += Math.min(ROUND_MS, performance.now() - startedAt);
  }
}

/** Waits until nothing is left. Each change of the number begins the wait anew: much work may take long, but not stand still. */
export async function noneLeft(what: string, count: () => Promise<number>): Promise<void> {
  for (let left = await count(); left > 0;) {
    const before = left;
    left = await eventually(`${what}, ${before} left`, async () => {
      const now = await count();
      return now !== before && now;
    });
  }
}
