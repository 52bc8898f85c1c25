// `npm run bench -- --webhooks`: how many webhooks a worker delivers, and what receivers that hang or do harm cost the others.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILITIES, listenHostile } from '../support/hostile-receivers.mjs';
import { library, require, root, WORKER } from './stage.mjs';

const VERSION = { 'service-version': 'v2022-09-21' };
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RATE: '10000' };
const RECEIVERS = 20;
const HANGING = RECEIVERS / 5;
const HOSTILE = Object.keys(HOSTILITIES);
const INNOCENT = RECEIVERS - HOSTILE.length;
const EVENTS_PER_SECOND = 10;
/** Few enough that the worker has time to spare: the question is what the hostile ones take of it. */
const EVENTS_BESIDE_HOSTILE = 4;
const SETTLE_MS = 2_000;

/** Runs all scenarios one after the other, each on a separate enterprise, with one worker. */
export async function measureWebhooks(stage, { seconds, progress }) {
  const makeEnterprise = await enterpriseMaker(stage);
  await stage.start(WORKER, SETTINGS);
  const deliveries = [];
  for (const [receivers, events] of [
    [1, 3_000],
    [10, 500],
    [RECEIVERS, 250],
  ]) {
    const rate = await burst(await makeEnterprise(receivers), events);
    progress(`${receivers} receivers: ${Math.round(rate)} deliveries/s`);
    deliveries.push({ receivers, events, rate: Math.round(rate) });
  }
  const well = await steady(await makeEnterprise(RECEIVERS), { of: RECEIVERS, seconds });
  progress(`all receivers well: p50 ${well.p50} ms, p99 ${well.p99} ms`);
  const beside = await steady(await makeEnterprise(RECEIVERS), { of: RECEIVERS - HANGING, hanging: HANGING, seconds });
  progress(`a fifth of the receivers hang: p50 ${beside.p50} ms, p99 ${beside.p99} ms`);
  const attack = { of: INNOCENT, rate: EVENTS_BESIDE_HOSTILE, seconds };
  const harmless = await steady(await makeEnterprise(RECEIVERS), attack);
  progress(`${INNOCENT} receivers beside ${HOSTILE.length} well ones: p50 ${harmless.p50} ms, p99 ${harmless.p99} ms`);
  const attacked = await steady(await makeEnterprise(INNOCENT, HOSTILE), attack);
  progress(
    `${INNOCENT} receivers beside ${HOSTILE.length} hostile ones: p50 ${attacked.p50} ms, p99 ${attacked.p99} ms`,
  );
  return {
    deliveries,
    isolation: { well, beside, p99_ratio: beside.p99 / well.p99 },
    hostile: { harmless, attacked, p99_ratio: attacked.p99 / harmless.p99 },
  };
}

export function webhookTable({ deliveries, isolation: { well, beside, p99_ratio }, hostile }) {
  return [
    '### Webhooks delivered by one worker, with both signatures',
    '',
    '| receivers | events | deliveries/s |',
    '| ---: | ---: | ---: |',
    ...deliveries.map(({ receivers, events, rate }) => `| ${receivers} | ${events} | ${rate} |`),
    '',
    `### From the event to the receiver, ${RECEIVERS} receivers of ${EVENTS_PER_SECOND} events/s each`,
    '',
    '| | p50 ms | p99 ms |',
    '| --- | ---: | ---: |',
    `| all receivers well | ${well.p50} | ${well.p99} |`,
    `| the others, while ${HANGING} hang | ${beside.p50} | ${beside.p99} |`,
    `| ratio | ${(beside.p50 / well.p50).toFixed(2)} | ${p99_ratio.toFixed(2)} |`,
    '',
    `### From the event to the receiver, beside ${HOSTILE.length} hostile receivers`,
    '',
    `${INNOCENT} receivers of ${EVENTS_BESIDE_HOSTILE} events/s each. The others get the same events; hostile, they answer with ${HOSTILE.join(', ')}.`,
    '',
    '| | p50 ms | p99 ms |',
    '| --- | ---: | ---: |',
    `| the others well | ${hostile.harmless.p50} | ${hostile.harmless.p99} |`,
    `| the others hostile | ${hostile.attacked.p50} | ${hostile.attacked.p99} |`,
    `| ratio | ${(hostile.attacked.p50 / hostile.harmless.p50).toFixed(2)} | ${hostile.p99_ratio.toFixed(2)} |`,
    '',
  ];
}

/** All events at once; returns deliveries per second. */
async function burst({ receivers, addEvents, close }, events) {
  const expected = events * receivers.length;
  await addEvents(1);
  await until(() => total(receivers) === receivers.length);
  const startedAt = performance.now();
  await addEvents(events);
  await until(() => total(receivers) >= expected + receivers.length);
  const elapsed = performance.now() - startedAt;
  await close();
  return (expected / elapsed) * 1_000;
}

/** Events at a steady rate; returns their latency to the last `of` receivers. The first `hanging` hang. */
async function steady({ receivers, addEvents, close }, { of, hanging = 0, rate = EVENTS_PER_SECOND, seconds }) {
  const others = receivers.slice(-of);
  for (const receiver of receivers.slice(0, hanging)) receiver.hangs = true;
  await addEvents(1);
  await until(() => total(others) === others.length);
  for (const receiver of others) receiver.delays.length = 0;
  const count = rate * seconds;
  const startedAt = performance.now();
  for (let sent = 1; sent <= count; sent++) {
    await addEvents(1);
    await sleep(Math.max(0, startedAt + (sent * 1_000) / rate - performance.now()));
  }
  await until(() => total(others) >= count * others.length);
  await close();
  const delays = others.flatMap((receiver) => receiver.delays).sort((a, b) => a - b);
  const at = (share) => delays[Math.floor(share * (delays.length - 1))];
  return { p50: at(0.5), p99: at(0.99) };
}

const total = (receivers) => receivers.reduce((sum, { delays }) => sum + delays.length, 0);

async function until(met) {
  while (!met()) await sleep(2);
}

/** Makes enterprises with so many receivers, and a way to add events to their logs. */
async function enterpriseMaker(stage) {
  require('reflect-metadata');
  const { Client } = require('pg');
  const { ApiModule } = require(join(root, 'dist/apps/api/src/api.module.js'));
  const { CreateEnterprise } = require(join(root, 'dist/libs/auth/src/index.js'));
  const log = new (library('observability').Log)('bench', 'warn');
  const config = library('config').loadConfig({ ...stage.env, ...SETTINGS });
  const app = await library('http').createHttpApplication({
    module: ApiModule.forRoot({ config, databaseUrl: stage.appUrl, log }),
    log,
  });
  const database = new Client({ connectionString: stage.env.DATABASE_URL });
  await database.connect();
  stage.closes(async () => {
    await database.end();
    await app.close();
  });
  let made = 0;
  return async (count, hostileNames = []) => {
    const credentials = await app.get(CreateEnterprise).execute({ name: `Webhooks ${++made}` });
    const { client_id, client_secret, enterprise_id } = credentials;
    const call = async (url, payload, headers) => (await app.inject({ method: 'POST', url, payload, headers })).json();
    const { access_token } = await call('/oauth/token', { client_id, client_secret });
    const headers = { authorization: `Bearer ${access_token}`, ...VERSION };
    const receivers = await Promise.all(Array.from({ length: count }, listen));
    const hostile = await Promise.all(hostileNames.map(listenHostile));
    for (const { url } of [...hostile, ...receivers]) {
      await call('/webhooks/configurations', { event_types: ['subscribe_all'], url, enabled: true }, headers);
    }
    await sleep(SETTLE_MS);
    return {
      receivers,
      addEvents: (events) => addEvents(database, enterprise_id, events),
      close: () => Promise.all([...hostile, ...receivers].map((receiver) => receiver.close())),
    };
  };
}

async function addEvents(database, enterpriseId, count) {
  await database.query(
    `INSERT INTO platform.events
       (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
     SELECT $1, uuidv7(), 'transfer_updated', 'transfer', gen_random_uuid(), 1,
       json_build_object('transfer', json_build_object('at', $3::float8, 'note', repeat('x', 800)))::text, 'bench', now()
     FROM generate_series(1, $2::int)`,
    [enterpriseId, count, performance.now()],
  );
  await database.query('NOTIFY payments_wake');
}

/** A receiver that notes how long each event took to it. */
async function listen() {
  const receiver = { delays: [], hangs: false };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (receiver.hangs) return;
      receiver.delays.push(Math.round(performance.now() - JSON.parse(body).event_data.transfer.at));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${server.address().port}/`;
  receiver.close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return receiver;
}
