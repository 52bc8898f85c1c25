// The load generator, and how servers, or states of one, are compared: in turns, by medians.
import { require } from './stage.mjs';

const autocannon = require('autocannon');
const WARM_UP_SECONDS = 2;

export const progress = (text) => process.stderr.write(`${text}\n`);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
let references = 0;

/** A reference id that was not used before. */
export const newReference = () => `bench-${process.pid}-${++references}`;

/** What the load generator sends for an operation; a body is made anew for each request. */
export function requestOf({ method, path, bodyOf, headersOf }) {
  if (bodyOf === undefined) return { method, path };
  return {
    method,
    path,
    setupRequest: (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json', ...headersOf?.() },
      body: JSON.stringify(bodyOf(newReference())),
    }),
  };
}

/** @returns what one run of the load measured. @throws Error unless every answer was a success. */
export async function load({ url, headers }, request, { seconds, connections, rate }) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [{ ...request, headers: { ...headers, ...request.headers } }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, sent: result['2xx'] };
}

/** Measures each of the contestants in turns; the ratios are those of the first one to each. */
export async function compare(title, contestants, { rounds, ...options }) {
  const runs = new Map(contestants.map(({ name }) => [name, []]));
  for (const each of contestants) await load(each, each.request(), { ...options, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= rounds; round++) {
    for (const each of contestants) {
      const run = await load(each, each.request(), options);
      runs.get(each.name).push(run);
      progress(`${title}  round ${round}  ${each.name}: ${Math.round(run.rate)}/s, p99 ${run.p99} ms`);
    }
  }
  const rows = [...runs].map(([name, all]) => ({
    name,
    rate: Math.round(median(all.map(({ rate }) => rate))),
    p50_ms: median(all.map(({ p50 }) => p50)),
    p99_ms: median(all.map(({ p99 }) => p99)),
  }));
  const [{ rate, p99_ms }] = rows;
  return { title, rows: rows.map((row) => ({ ...row, ratio: rate / row.rate, p99_ratio: p99_ms / row.p99_ms })) };
}
