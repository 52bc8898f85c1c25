/** The processor time that synchronous work takes, in ms: other processes do not count. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least processor time of several tries, in ms: the rest is the garbage collector's. Stops at the first that is at most `enoughMs`. */
export function leastProcessorMs(
  work: () => unknown,
  { tries, enoughMs }: { tries: number; enoughMs: number },
): number {
  let least = Infinity;
  for (let tried = 0; tried < tries && least > enoughMs; tried++) least = Math.min(least, processorMs(work));
  return least;
}

/** Halfway between linear (10) and quadratic (100), as a factor: work that grows more is not linear. */
export const MOST_LINEAR_GROWTH = 10 ** 1.5;

const MEASURABLE_MS = 5;

/**
 * By what factor the processor time grows when the input is ten times as long: about 10 if it is proportional to the length,
 * about 100 if it is quadratic. Unlike a time, it is the same on a slow machine.
 */
export function growthOfTime(
  inputOf: (length: number) => string,
  length: number,
  work: (input: string) => unknown,
): number {
  const [few, many] = [length, 10 * length].map((size) => {
    const input = inputOf(size);
    return leastProcessorMs(() => work(input), { tries: 3, enoughMs: MEASURABLE_MS });
  }) as [number, number];
  return many / Math.max(few, MEASURABLE_MS);
}
