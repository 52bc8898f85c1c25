// What open portals cost the api: the latency of a steady load without them and with them, in turns. An open portal is
// what its home page does: a stream of events, and a request for its figures when they have changed, at the pace of the page.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, library, require, root, WORKER } from './stage.mjs';
import { sendAll, sendEvenly } from './steady-load.mjs';

/** The api allows no more streams for a user. */
const STREAMS_OF_A_USER = 5;
const VERSION = { 'service-version': 'v2022-09-21' };
const CREATION = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };
/** As in `apps/portal/src/api/pace.ts`: how long changes wait until the page follows them. */
const PACE = { first_ms: 250, longest_ms: 4_000, calm: 4 };
/** Requests may be refused until the code is warm. */
const WARM_UP_SECONDS = 10;
const HOUR_MS = 3_600_000;
/** In which the api sees that streams were closed. */
const CLOSING_MS = 1_000;
const SHARES = { p50_ms: 0.5, p99_ms: 0.99 };

/** @returns the latencies without and with so many portals, of transfers that are created `rate` a second. */
export async function measurePortals(stage, { count, rate, seconds, rounds, connections }) {
  const { service, headers, users } = await prepare(stage, Math.ceil(count / STREAMS_OF_A_USER));
  const load = { rate, seconds, connections };
  await sendEvenly({ ...service, headers }, CREATION, { ...load, seconds: WARM_UP_SECONDS });
  const runs = { without: [], with: [] };
  let asked = 0;
  let refused = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const portals = side === 'with' ? await openPortals(service, users, count) : [];
      // Pages that have been open for a while follow changes at their slower pace.
      await sendEvenly({ ...service, headers }, CREATION, { ...load, seconds: WARM_UP_SECONDS });
      const { latency } = await sendAll({ ...service, headers }, CREATION, load);
      for (const counts of portals.map((portal) => portal.close())) {
        asked += counts.asked;
        refused += counts.refused;
      }
      await sleep(CLOSING_MS);
      runs[side].push(Object.fromEntries(Object.entries(SHARES).map(([name, share]) => [name, latency(share)])));
      progress(`portals  round ${round}  ${side}: p99 ${runs[side].at(-1).p99_ms} ms`);
    }
  }
  const [without, with_] = [medianOf(runs.without), medianOf(runs.with)];
  const requests = asked / rounds / (WARM_UP_SECONDS + seconds);
  return {
    count,
    rate,
    without,
    with: with_,
    ratio: with_.p99_ms / without.p99_ms,
    requests_per_second: requests,
    refused,
  };
}

export function portalsTable({ count, rate, without, with: with_, ratio, requests_per_second, refused }) {
  return `${rate} transfers created a second; ${count} portals asked ${requests_per_second.toFixed(1)} times a second; ${refused} answers were 503

| open portals | p50     | p99     | p99, ratio |
| ------------ | ------- | ------- | ---------- |
| none         | ${without.p50_ms} ms | ${without.p99_ms} ms | 1 |
| ${count} | ${with_.p50_ms} ms | ${with_.p99_ms} ms | ${ratio.toFixed(2)} |`;
}

function medianOf(runs) {
  const median = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1];
  return Object.fromEntries(Object.keys(SHARES).map((name) => [name, median(name)]));
}

/** An enterprise with so many users, on an api and a worker. */
async function prepare(stage, userCount) {
  require('reflect-metadata');
  const { ApiModule } = require(join(root, 'dist/apps/api/src/api.module.js'));
  const { CreateEnterprise } = require(join(root, 'dist/libs/auth/src/index.js'));
  const { AccessTokens } = require(join(root, 'dist/libs/auth/src/application/ports.js'));
  const log = new (library('observability').Log)('bench', 'warn');
  const options = { config: stage.config, databaseUrl: stage.appUrl, log };
  const app = await library('http').createHttpApplication({ module: ApiModule.forRoot(options), log });
  const { enterprise_id, client_id, client_secret, api_key, user } = await app.get(CreateEnterprise).execute({
    name: 'Bench',
  });
  const tokenOf = (name, scope) =>
    app
      .get(AccessTokens, { strict: false })
      .sign({ subject: { kind: 'user', name }, enterprise_id, scope, credential_version: 1 }, 3_600);
  const service = await stage.start(API);
  await stage.start(WORKER);
  const headers = await logIn(service.url, { client_id, client_secret });
  await addParty(service.url, headers);
  const admin = { authorization: `Bearer ${await tokenOf(user.name, 'write:users')}` };
  const users = [];
  for (let at = 0; at < userCount; at += 1) {
    const body = { name: `portal-${at}`, role: 'read_only' };
    await ask(service.url, 'POST', '/portal/users', { headers: admin, body });
    const token = await tokenOf(body.name, 'read:me read:transfers read:balances read:webhook-configurations');
    users.push({ authorization: `Bearer ${token}`, 'x-api-key': api_key, ...VERSION });
  }
  await app.close();
  return { service, headers, users };
}

function openPortals({ url }, users, count) {
  return Promise.all(Array.from({ length: count }, (_, at) => Portal.open(url, users[at % users.length])));
}

/** One open home page. */
class Portal {
  #connection = new AbortController();
  #asked = 0;
  #refused = 0;
  #wait = PACE.first_ms;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer;
  #failure;

  constructor(url, headers) {
    this.url = url;
    this.headers = headers;
  }

  static async open(url, headers) {
    const portal = new Portal(url, headers);
    const answer = await fetch(`${url}/deliver/events/stream?data=none`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: portal.#connection.signal,
    });
    if (!answer.ok) throw new Error(`the stream of a portal: ${await answer.text()}`);
    await portal.#ask();
    void portal.#listen(answer.body);
    return portal;
  }

  /** @returns how many requests it has made, and how many of them were answered 503. @throws what went wrong meanwhile */
  close() {
    clearTimeout(this.#timer);
    this.#connection.abort();
    if (this.#failure !== undefined) throw this.#failure;
    return { asked: this.#asked, refused: this.#refused };
  }

  async #listen(body) {
    try {
      for await (const text of body) if (text.length > 0) this.#timer ??= setTimeout(() => this.#tell(), this.#next());
    } catch (error) {
      this.#fail(error);
    }
  }

  // Thrown here, it would end the benchmark before its servers are stopped.
  #fail(error) {
    if (!this.#connection.signal.aborted) this.#failure ??= error;
  }

  #next() {
    const isCalm = performance.now() - this.#toldAt > PACE.calm * this.#wait;
    this.#wait = isCalm ? PACE.first_ms : Math.min(2 * this.#wait, PACE.longest_ms);
    return this.#wait * (1 + Math.random());
  }

  #tell() {
    this.#timer = undefined;
    this.#toldAt = performance.now();
    this.#ask().catch((error) => this.#fail(error));
  }

  async #ask() {
    // As the page: from the beginning of an hour on.
    const day = new Date(Math.floor(Date.now() / HOUR_MS - 23) * HOUR_MS).toISOString();
    this.#asked += 1;
    const answer = await fetch(`${this.url}/portal/overview?start_time=${day}&step=hour`, {
      ...{ headers: this.headers, signal: this.#connection.signal },
    });
    // A page asks again later.
    if (answer.status === 503) this.#refused += 1;
    else if (!answer.ok) throw new Error(`the overview of a portal: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}
