// Three times as many requests as an api gets done: how many it still answers, and what becomes of the rest.
import { progress, requestOf, send } from './load.mjs';

const CONNECTIONS = 50;
const TIMES = 3;
const CROWD = 600;
const WARM_UP_SECONDS = 2;

/** @returns for each operation, a second: what it gets done at its top, when more is asked, and at the top again. */
export async function measureOverload(server, operations, { seconds }) {
  const figures = [];
  for (const operation of operations) {
    const run = (options) => runOf(server, requestOf(operation), { duration: seconds, ...options });
    await run({ connections: CONNECTIONS, duration: WARM_UP_SECONDS });
    const top = await run({ connections: CONNECTIONS });
    const over = await run({ connections: CROWD, overallRate: TIMES * top.good });
    const after = await run({ connections: CONNECTIONS });
    progress(`overload  ${operation.title}: ${over.good}/s of ${top.good}/s, then ${after.good}/s`);
    figures.push({ title: operation.title, times: TIMES, top, over, after });
  }
  return figures;
}

async function runOf(server, request, options) {
  const { result, refusals } = await send(server, request, options);
  // Only what an api may answer when it has too much to do; anything else is a fault, and no measure of load.
  const strange = [...refusals.keys()].filter((what) => !/^(429|503) /.test(what));
  if (strange.length > 0) throw new Error(`under too much load answers were ${strange.join(', ')}`);
  return {
    good: Math.round(result['2xx'] / result.duration),
    refused: Math.round(result.non2xx / result.duration),
    errors: result.errors,
    p99_ms: result.latency.p99,
  };
}
