// The latency of operations at one steady rate, in turns: what a client waits while the service has time to spare.
import { median, progress } from '../load.mjs';
import { sendAll } from '../steady-load.mjs';

const WARM_UP_SECONDS = 5;
/** Of the rate, for lists: a page costs as much as many single reads. */
export const LIST_SHARE = 0.2;
const SHARES = { p50_ms: 0.5, p99_ms: 0.99 };

/**
 * @param contestants `name`, `server` and `operation`; `beside` starts what runs meanwhile and returns how that is ended
 * @returns `p50_ms` and `p99_ms` by name, medians of the rounds
 */
export async function compareLatency(title, contestants, { rounds, ...load }) {
  const runs = new Map(contestants.map(({ name }) => [name, []]));
  for (const { server, operation } of contestants) {
    await sendAll(server, operation, { ...load, seconds: WARM_UP_SECONDS });
  }
  for (let round = 1; round <= rounds; round += 1) {
    const first = round % contestants.length;
    for (const { name, server, operation, beside } of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const end = await beside?.();
      const { latency } = await sendAll(server, operation, load);
      await end?.();
      runs.get(name).push(Object.fromEntries(Object.entries(SHARES).map(([key, share]) => [key, latency(share)])));
      progress(`${title}  round ${round}  ${name}: p99 ${runs.get(name).at(-1).p99_ms} ms`);
    }
  }
  return Object.fromEntries(
    [...runs].map(([name, all]) => [
      name,
      Object.fromEntries(Object.keys(SHARES).map((key) => [key, median(all.map((run) => run[key]))])),
    ]),
  );
}
