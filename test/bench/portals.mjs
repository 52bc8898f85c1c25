// What open portals cost the api: the latency of a steady load without them and with them, in turns.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { progress } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, library, require, root, WORKER } from './stage.mjs';
import { sendAll, sendEvenly } from './steady-load.mjs';

/** The api allows no more streams for a user. */
const STREAMS_OF_A_USER = 5;
const VERSION = { 'service-version': 'v2022-09-21' };
const CREATION = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };
/** Requests may be refused until the code is warm. */
const WARM_UP_SECONDS = 10;
/** In which the api sees that streams were closed. */
const CLOSING_MS = 1_000;
const SHARES = { p50_ms: 0.5, p99_ms: 0.99 };

/** @returns the latencies without and with so many portals, of transfers that are created `rate` a second. */
export async function measurePortals(stage, { count, rate, seconds, rounds, connections }) {
  const { service, headers, users } = await prepare(stage, Math.ceil(count / STREAMS_OF_A_USER));
  const load = { rate, seconds, connections };
  await sendEvenly({ ...service, headers }, CREATION, { ...load, seconds: WARM_UP_SECONDS });
  await stage.settle();
  const runs = { without: [], with: [] };
  let asked = 0;
  let refused = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const portals = side === 'with' ? await openPortals(service, users, count) : undefined;
      // Pages that have been open for a while follow changes at their slower pace.
      await sendEvenly({ ...service, headers }, CREATION, { ...load, seconds: WARM_UP_SECONDS });
      const { latency } = await sendAll({ ...service, headers }, CREATION, load);
      const counts = await portals?.close();
      asked += counts?.asked ?? 0;
      refused += counts?.refused ?? 0;
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
  const { access_token } = await ask(service.url, 'POST', '/authenticate', { body: user });
  const admin = { authorization: `Bearer ${access_token}` };
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

/** On a thread of their own, so that reading their streams does not delay what the load measures. */
async function openPortals({ url }, users, count) {
  const thread = new Worker(new URL('open-portals.mjs', import.meta.url), { workerData: { url, users, count } });
  await once(thread, 'message');
  thread.unref();
  return {
    close: async () => {
      thread.postMessage('close');
      const [counts] = await once(thread, 'message');
      return counts;
    },
  };
}
