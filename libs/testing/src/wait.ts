import { availableParallelism, loadavg } from 'node:os';

const EVERY_MS = 25;

/** Whole milliseconds for something that takes `ms` at most on an idle machine, stretched by the load of this one. */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(ms * (1 + (2 * lastMinute) / availableParallelism()));
}

/** One round of asking counts as at most this long, so that a machine that stalls does not use up the patience. */
const ROUND_MS = 500;

/** Asks again and again until the answer is neither undefined nor false. @throws Error after `patience(timeoutMs)`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  let counted = 0;
  for (;;) {
    const startedAt = performance.now();
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (counted > patience(timeoutMs)) throw new Error(`${what}: not within ${Math.round(counted)} ms`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    counted += Math.min(ROUND_MS, performance.now() - startedAt);
  }
}
