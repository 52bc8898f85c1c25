/** The processor time that synchronous work takes, in ms: other processes do not count. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least processor time of several tries, in ms, as the rest is the garbage collector's; no more are tried than are needed. */
export function leastProcessorMs(
  work: () => unknown,
  { tries, enoughMs }: { tries: number; enoughMs: number },
): number {
  let least = Infinity;
  for (let tried = 0; tried < tries && least > enoughMs; tried++) least = Math.min(least, processorMs(work));
  return least;
}

/** The growth that lies between that of linear and that of quadratic time. */
export const LINEAR_GROWTH = 10 ** 1.5;

const MEASURABLE_MS = 5;

/**
 * How many times the processor time grows when the input is ten times as long: about 10 if it is proportional to the length,
 * about 100 if it is quadratic. A ratio, so that it holds on a slow machine too.
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
