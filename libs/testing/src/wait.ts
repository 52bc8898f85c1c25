import { availableParallelism, loadavg } from 'node:os';

const EVERY_MS = 25;

/** Whole milliseconds for something that takes `ms` at most on an idle machine, stretched by the load of this one. */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(ms * (1 + (2 * lastMinute) / availableParallelism()));
}

/** One poll counts as at most this long, so that a stalled machine does not use up the timeout. */
const ROUND_MS = 500;

/** Polls until the result is neither undefined nor false. @throws Error after `patience(timeoutMs)`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  let counted = 0;
  for (;;) {
    const startedAt = performance.now();
    const result = await ask();
    if (result !== undefined && result !== false) return result;
    if (counted > patience(timeoutMs)) throw new Error(`${what}: not within ${Math.round(counted)} ms`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    counted += Math.min(ROUND_MS, performance.now() - startedAt);
  }
}
