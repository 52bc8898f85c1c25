/** More at once than a pooler of the suites has connections, and few enough that each is served within a second. */
const AT_ONCE = 6;

/** Does so many tasks, a few at once, so that a slow machine refuses no request for waiting too long. */
export async function fewAtOnce(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
