// Three times as many requests as an api gets done: how many it still answers, and what becomes of the rest.
// node test/bench/overload.mjs [seconds]
import { progress, requestOf } from './load.mjs';
import { logIn, prepareOperations } from './party.mjs';
import { API, require, setStage } from './stage.mjs';

const autocannon = require('autocannon');
const seconds = Number(process.argv[2] ?? 10);
const CONNECTIONS = 50;
const TIMES = 3;
const CROWD = 600;

const stage = await setStage();
try {
  const { login, operations } = await prepareOperations(stage);
  const { url } = await stage.start(API);
  const headers = await logIn(url, login);
  for (const operation of operations.filter(({ path }) => path.startsWith('/deliver/transfers'))) {
    const run = async (options) => {
      const request = requestOf(operation);
      const requests = [{ ...request, headers: { ...headers, ...request.headers } }];
      const result = await autocannon({ url, requests, duration: seconds, ...options });
      return {
        good: Math.round(result['2xx'] / result.duration),
        refused: Math.round(result.non2xx / result.duration),
        errors: result.errors,
        p99_ms: result.latency.p99,
      };
    };
    await run({ connections: CONNECTIONS, duration: 2 });
    const top = await run({ connections: CONNECTIONS });
    const over = await run({ connections: CROWD, overallRate: TIMES * top.good });
    const after = await run({ connections: CONNECTIONS });
    const title = `${operation.method} ${operation.path}`;
    progress(
      `${title}: top ${JSON.stringify(top)}, ${TIMES} times as many ${JSON.stringify(over)}, then ${JSON.stringify(after)}`,
    );
    progress(
      `${title}: goodput ${(over.good / top.good).toFixed(2)} of the top, ${(over.good / after.good).toFixed(2)} of the top afterwards`,
    );
  }
} finally {
  await stage.close();
}
