// Three times as many requests as an api can serve: how many succeed, and what becomes of the rest.
import { sendEvenly } from './steady-load.mjs';
import { progress, requestOf, send } from './load.mjs';

const CONNECTIONS = 50;
const TIMES = 3;
const CROWD = 1_000;
const WARM_UP_SECONDS = 2;

/** @returns for each operation, a second: what it gets done at its top, when more is asked, and at the top again. */
export async function measureOverload(server, operations, { seconds }) {
  const figures = [];
  for (const operation of operations) {
    await topOf(server, operation, WARM_UP_SECONDS);
    const top = await topOf(server, operation, seconds);
    const over = await crowd(server, operation, { rate: TIMES * top.good, seconds });
    const after = await topOf(server, operation, seconds);
    progress(`overload  ${operation.title}: ${over.good}/s of ${top.good}/s, then ${after.good}/s`);
    figures.push({ title: operation.title, times: TIMES, connections: CROWD, top, over, after });
  }
  return figures;
}

async function topOf(server, operation, duration) {
  const { result, refusals } = await send(server, requestOf(operation), { connections: CONNECTIONS, duration });
  checkRefusals(refusals);
  return {
    good: Math.round(result['2xx'] / result.duration),
    refused: Math.round(result.non2xx / result.duration),
    errors: result.errors,
    p99_ms: result.latency.p99,
  };
}

async function crowd(server, operation, load) {
  const { good, refusals, failed, unsent, lasted, latency } = await sendEvenly(server, operation, {
    ...load,
    connections: CROWD,
  });
  checkRefusals(refusals);
  const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  return {
    good: Math.round(good / lasted),
    refused: Math.round(refused / lasted),
    errors: failed + unsent,
    p99_ms: latency(0.99),
  };
}

// Only what an overloaded api may return; anything else is a fault, not a measure of load.
function checkRefusals(refusals) {
  const unexpected = [...refusals.keys()].filter((what) => !/^(429|503) /.test(what));
  if (unexpected.length > 0) throw new Error(`under too much load answers were ${unexpected.join(', ')}`);
}
