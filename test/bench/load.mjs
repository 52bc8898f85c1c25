// The load generator, and how servers, or states of one, are compared: in turns, by medians.
import { performance } from 'node:perf_hooks';
import { require } from './stage.mjs';

const autocannon = require('autocannon');
const WARM_UP_SECONDS = 2;
const MAX_REFUSALS_SHOWN = 3;

export const progress = (text) => process.stderr.write(`${text}\n`);
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
let references = 0;

/** A reference id that was not used before. */
export const newReference = () => `bench-${process.pid}-${++references}`;

/** What the load generator sends for an operation; each request gets a new body. */
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

/**
 * Sends one request over and over.
 * @param options those of the load generator; `duration` in seconds.
 * @returns its result, and the refusals: the number of responses by status and error code, like `503 service_unavailable`.
 */
export async function send({ url, headers }, request, options) {
  const refusals = new Map();
  const begun = performance.now();
  const onResponse = (status, body) => {
    if (status >= 200 && status < 300) return;
    const what = `${status} ${errorCodeOf(body)}`;
    const { count = 0, first_ms = performance.now() - begun } = refusals.get(what) ?? {};
    refusals.set(what, { count: count + 1, first_ms, body });
  };
  const requests = [{ ...request, headers: { ...headers, ...request.headers }, onResponse }];
  return { result: await autocannon({ url, ...options, requests }), refusals };
}

/** @returns the result of one run of the load. @throws Error that names the refusals, if there were any. */
export async function load(server, request, { seconds, connections }) {
  const options = { connections, duration: seconds };
  const { result, refusals } = await send(server, request, options);
  if (result.non2xx > 0 || result.errors > 0) {
    const faults = `${result.non2xx} answers were no success, ${result.errors} errors (${result.timeouts} timeouts)`;
    throw new Error(`${request.method} ${server.url}${request.path}: ${faults}${describeRefusals(refusals)}`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, sent: result['2xx'] };
}

function describeRefusals(refusals) {
  return [...refusals]
    .slice(0, MAX_REFUSALS_SHOWN)
    .map(([what, { count, first_ms, body }]) => `\n  ${count} × ${what}, from ${Math.round(first_ms)} ms on: ${body}`)
    .join('');
}

/** What a service says is wrong. */
export function errorCodeOf(body) {
  try {
    return JSON.parse(body).error_code;
  } catch {
    return 'without an error code';
  }
}

/** Measures each of the contestants in turns; the ratios are those of the first one to each. */
export async function compare(title, contestants, { rounds, ...options }) {
  const runs = new Map(contestants.map(({ name }) => [name, []]));
  for (const each of contestants) await load(each, each.request(), { ...options, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= rounds; round++) {
    // The first after a pause finds colder caches than the next: each round begins with another one.
    const first = round % contestants.length;
    for (const each of [...contestants.slice(first), ...contestants.slice(0, first)]) {
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
  return { rows: rows.map((row) => ({ ...row, ratio: rate / row.rate, p99_ratio: p99_ms / row.p99_ms })) };
}
