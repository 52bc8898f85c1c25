// The whole way of a transfer: created, accepted, submitted, completed, posted, and reported to a receiver on loopback.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnterprise } from './growth.mjs';
import { sendAll } from './steady-load.mjs';
import { load, progress, requestOf } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { watchProcessors } from './processor-time.mjs';
import { API, ownerOf, POOL_SIZE, WORKER } from './stage.mjs';

/** One receiver takes all webhooks, so it is asked for more than the limits for strangers allow. */
const AT_ONCE = 50;
/** Of a sandbox without waiting. */
export const SETTINGS = {
  ...{ SANDBOX_DAY_SECONDS: '0.001', WEBHOOK_ALLOW_PRIVATE: 'true' },
  ...{ WEBHOOK_RATE: '10000', WEBHOOK_CONCURRENCY: String(AT_ONCE) },
};
const LOOK_EVERY_MS = 250;
const CONNECTIONS = 50;
const PATIENCE_MS = 300_000;
const SHARE = 0.25;
const GENTLE_RATE = 100;
const REPORTED_MS = 1_100;
/** Creates an instant payout. */
export const payout = {
  ...{ method: 'POST', path: '/deliver/transfers' },
  bodyOf: (reference) => ({ ...transfer(reference), speed: 'asap' }),
};

/**
 * One api and one worker, a sandbox without waiting, instant payouts. @returns rates a second: of creating alone; of one
 * worker completing what has piled up, without webhooks and with each of them accepted; of completing while others are
 * created, likewise, and for a new enterprise on a database that was empty a moment ago; and what happens under a steady
 * quarter of the first.
 */
export async function measurePipeline(stage, { seconds }) {
  const receiver = await receive();
  try {
    const young = await onDatabase(stage, 'young', { receiver, seconds }, async (run) => {
      await collectNoStatistics(run.owner);
      await subscribe(run);
      // A process that has just been started is slow for some seconds, which is another figure.
      await together(run);
      const newcomer = { ...run, api: await run.join('Newcomer') };
      await subscribe(newcomer);
      return together(newcomer);
    });
    const rest = await onDatabase(stage, 'pipeline', { receiver, seconds }, async (run) => {
      await run.worker.stop();
      const completed = await pileUp(run);
      const completedTogether = await together(run);
      await run.worker.stop();
      await subscribe(run);
      const delivered = await pileUp(run);
      const deliveredTogether = await together(run);
      const steady = await flow(run, Math.round(SHARE * delivered.created));
      const gentle = await flow(run, GENTLE_RATE);
      const { created, rate, cost, time } = delivered;
      return {
        ...{ created, completed: completed.rate, delivered: rate, wal_kb: cost.wal_kb, ...(time && { time }) },
        ...{ completed_together: completedTogether.rate, delivered_together: deliveredTogether.rate },
        ...{ steady, gentle },
        costs: {
          ...{ completed: completed.cost, delivered: cost },
          ...{ completed_together: completedTogether.cost, delivered_together: deliveredTogether.cost },
        },
      };
    });
    return { at_once: AT_ONCE, is_warm: true, ...rest, young: young.rate, costs: { ...rest.costs, young: young.cost } };
  } finally {
    receiver.close();
  }
}

// A run: an api, a worker that has nothing left to do, and an enterprise whose party is verified. Others can join.
async function onDatabase(stage, name, { receiver, seconds }, measure) {
  const database = await stage.another(name);
  const owner = await ownerOf(database);
  try {
    const { url } = await database.start(API, SETTINGS);
    const join = async (enterprise) => {
      const headers = await logIn(url, createEnterprise(database.env, enterprise).login);
      await addParty(url, headers);
      await quiet(owner);
      return { url, headers };
    };
    const startWorker = () => database.start(WORKER, SETTINGS);
    const worker = await startWorker();
    return await measure({ api: await join('Bench'), join, owner, receiver, seconds, startWorker, worker });
  } finally {
    await owner.end();
    await database.stopServers();
  }
}

// To the planner every table stays empty, as it is until autovacuum first looks at a new database.
function collectNoStatistics(owner) {
  return owner.query(`
    DO $$ DECLARE grown regclass; BEGIN
      FOR grown IN SELECT relid FROM pg_stat_user_tables LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', grown);
      END LOOP;
    END $$`);
}

function subscribe({ api: { url, headers }, receiver }) {
  const hook = { event_types: ['subscribe_all'], url: receiver.url, enabled: true };
  return ask(url, 'POST', '/webhooks/configurations', { headers, body: hook });
}

/**
 * Creates without a worker, then measures how fast one works that off. The worker stays.
 *
 * @param run `api` with url and headers, `owner`, `seconds` of creating, and `startWorker`; it gets `worker`
 * @returns rates a second, of creating and of working off, and what that costs
 */
export async function pileUp(run, operation = payout) {
  const { api, owner, seconds } = run;
  // A checkpoint in the middle would add whole pages to the WAL: 2 to 5 KB for each transfer.
  await owner.query('CHECKPOINT');
  const costOf = await meter(owner);
  const { rate, sent } = await load(api, requestOf(operation), { connections: POOL_SIZE, seconds });
  progress(`pipeline  ${sent} created, ${Math.round(rate)}/s`);
  run.worker = await run.startWorker();
  const timeSince = watchProcessors({
    postgres: owner.processID,
    worker: run.worker.pid,
    'load and receiver': process.pid,
  });
  const begun = performance.now();
  await quiet(owner);
  const worked = (sent * 1000) / (performance.now() - begun);
  const time = timeSince();
  const cost = await costOf(sent);
  progress(`pipeline  processed at ${Math.round(worked)}/s, ${cost.wal_kb} KB of WAL each`);
  return { created: Math.round(rate), rate: Math.round(worked), time, cost };
}

// Completes while others are created, as fast as both go.
async function together({ api, owner, seconds }) {
  const before = await completedOf(owner);
  const costOf = await meter(owner);
  const begun = performance.now();
  const { sent } = await load(api, requestOf(payout), { connections: CONNECTIONS, seconds });
  const rate = Math.round((1000 * ((await completedOf(owner)) - before)) / (performance.now() - begun));
  progress(`pipeline  ${rate}/s completed while others are created`);
  await quiet(owner);
  return { rate, cost: await costOf(sent) };
}

// A steady rate of new transfers, everything else following at once.
async function flow({ api, owner, receiver, seconds }, rate) {
  const [{ now }] = (await owner.query('SELECT now()')).rows;
  const acceptedBefore = receiver.accepted;
  const begun = performance.now();
  const backlogs = [];
  const watch = setInterval(async () => backlogs.push(await backlogOf(owner)), 1_000);
  const { sent } = await sendAll(api, payout, { rate, seconds: 2 * seconds, connections: CONNECTIONS });
  clearInterval(watch);
  const lasted = (performance.now() - begun) / 1000;
  const accepted = receiver.accepted - acceptedBefore;
  await quiet(owner);
  const [{ p99 }] = (
    await owner.query(
      `SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM first.attempted_at - e.created_at)) AS p99
       FROM platform.events e JOIN webhooks.deliveries d ON d.enterprise_id = e.enterprise_id AND d.event_id = e.id
       CROSS JOIN LATERAL (SELECT min(attempted_at) AS attempted_at FROM webhooks.attempts a
         WHERE a.enterprise_id = d.enterprise_id AND a.delivery_id = d.id) AS first
       WHERE e.type = 'transfer_created' AND e.created_at > $1`,
      [now],
    )
  ).rows;
  const half = Math.floor(backlogs.length / 2);
  const flow = {
    created: Math.round(sent / lasted),
    webhooks: Math.round(accepted / lasted),
    backlog_middle: backlogs[half] ?? 0,
    backlog_end: backlogs.at(-1) ?? 0,
    first_webhook_p99_ms: Math.round(p99 * 1000),
  };
  progress(`pipeline  ${JSON.stringify(flow)}`);
  return flow;
}

async function quiet(owner) {
  const patientUntil = performance.now() + PATIENCE_MS;
  while (await isBusy(owner)) {
    if (performance.now() > patientUntil) {
      throw new Error(`the worker does not get its work done: ${JSON.stringify(await leftOf(owner))}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function completedOf(owner) {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM transfers.transfers WHERE status = 'completed'`,
  );
  return rows[0].count;
}

/** @returns what a number of transfers have cost each since: WAL, and transactions of every process. */
async function meter(owner) {
  const before = await costsOf(owner);
  return async (transfers) => {
    const after = await costsOf(owner);
    const each = (name) => (after[name] - before[name]) / transfers;
    return {
      wal_kb: Math.round((10 * each('bytes')) / 1024) / 10,
      transactions: Math.round(10 * each('commits')) / 10,
    };
  };
}

// Backends report their transactions once a second.
async function costsOf(owner) {
  await sleep(REPORTED_MS);
  const { rows } = await owner.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes, xact_commit::float8 AS commits
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0];
}

// As the backlog, without the count, which would take a share of what is measured.
async function isBusy(owner) {
  const { rows } = await owner.query(
    `SELECT EXISTS (SELECT FROM platform.tasks) OR EXISTS (SELECT FROM platform.events WHERE position IS NULL)
       OR EXISTS (SELECT FROM webhooks.deliveries WHERE status = 'pending') AS busy`,
  );
  return rows[0].busy;
}

// Tasks, events that have not been published, and deliveries that no receiver has accepted.
async function backlogOf(owner) {
  const { rows } = await owner.query(
    `SELECT (SELECT count(*) FROM platform.tasks) + (SELECT count(*) FROM platform.events WHERE position IS NULL)
       + (SELECT count(*) FROM webhooks.deliveries WHERE status = 'pending') AS left`,
  );
  return Number(rows[0].left);
}

async function leftOf(owner) {
  const { rows } = await owner.query(
    `SELECT queue AS what, count(*)::int, max(attempt) AS attempts, min(run_at) - now() AS due, max(last_error) AS error
       FROM platform.tasks GROUP BY queue
     UNION ALL SELECT 'deliveries', count(*)::int, max(attempts), min(next_attempt_at) - now(), max(last_error)
       FROM webhooks.deliveries WHERE status = 'pending'
     UNION ALL SELECT 'events without a position', count(*)::int, NULL, min(created_at) - now(), NULL
       FROM platform.events WHERE position IS NULL`,
  );
  return rows;
}

async function receive() {
  const state = { accepted: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      state.accepted += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    get accepted() {
      return state.accepted;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
