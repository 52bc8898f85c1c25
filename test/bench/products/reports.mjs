// A reconciliation report of transfers that were really paid, beside COPY of the same rows, and what it costs everybody else.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median, progress } from '../load.mjs';
import { ask, transfer } from '../party.mjs';
import { library, require, root } from '../stage.mjs';
import { payouts, progressOf, submit, upload, watchMemory } from './bulk.mjs';
import { compareLatency } from './latency.mjs';
import { openWorld, until } from './world.mjs';

const DAY_MS = 86_400_000;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/** @returns rows a second of `COPY` and of a report, the worker's memory in MB, and latencies of a creation without and beside reports */
export async function measureReports(stage, { rows: transfers, rounds, ...load }) {
  const world = await openWorld(stage, 'reports');
  const enterprise = await world.enterprise();
  const worker = await world.startWorker();
  await pay(enterprise, transfers);
  await world.owner.query('VACUUM ANALYZE');
  const measured = [];
  const peakOf = watchMemory(worker.pid);
  for (let round = 1; round <= rounds; round += 1) {
    const copied = await copy(world, enterprise);
    const begun = performance.now();
    const { rows } = await report(enterprise);
    const rate = (1_000 * rows) / (performance.now() - begun);
    measured.push({ rows, copy: copied, report: rate });
    progress(`reports  round ${round}  ${rows} rows: COPY ${Math.round(copied)}/s, report ${Math.round(rate)}/s`);
  }
  const memory = peakOf();
  const of = (name) => median(measured.map((each) => each[name]));
  const latency = await measureBeside(enterprise, { ...load, rounds });
  return { transfers, rows: of('rows'), copy: of('copy'), report: of('report'), memory, latency };
}

async function pay(enterprise, transfers) {
  progress(`reports  paying ${transfers} transfers`);
  const id = await upload(enterprise, { lines: payouts(transfers, { speed: 'asap' }) });
  await submit(enterprise, id, { rows: transfers });
  await until(async () => (await progressOf(enterprise, id)).completed === transfers);
}

function measureBeside({ url, headers }, load) {
  const server = { url, headers };
  // One after the other, for as long as the load lasts.
  const beside = () => {
    let isOver = false;
    const made = (async () => {
      while (!isOver) await report(server);
    })();
    return () => {
      isOver = true;
      return made;
    };
  };
  return compareLatency(
    'reports',
    [
      { name: 'without', server, operation: creation },
      { name: 'beside', server, operation: creation, beside },
    ],
    load,
  );
}

/** @returns rows a second */
async function copy({ owner }, { enterprise_id }) {
  const sql = await statementOf(owner, enterprise_id);
  const begun = performance.now();
  const { rowCount } = await owner.query(`COPY (${sql}) TO '/dev/null' CSV`);
  return (1_000 * rowCount) / (performance.now() - begun);
}

// What a report sends for its pages, as one statement over all entries.
async function statementOf(owner, enterpriseId) {
  const { PostgresEffects } = require(
    join(root, 'dist/libs/reports/src/infrastructure/persistence/postgres-effects.js'),
  );
  const { withTransaction } = require(join(root, 'dist/libs/persistence/src/database/current-transaction.js'));
  const { workContext } = library('observability');
  const { rows } = await owner.query('SELECT max(position) AS last FROM ledger.entries WHERE enterprise_id = $1', [
    enterpriseId,
  ]);
  let sent;
  const query = (sql, values) => {
    sent = { sql, values };
    return Promise.resolve([]);
  };
  await workContext.run({ requestId: 'bench', tenant: { enterpriseId } }, () =>
    withTransaction({ query }, () => new PostgresEffects().page({ after: 0n, upTo: BigInt(rows[0].last), book: null })),
  );
  return sent.sql.replace(/LIMIT \d+/, '').replace(/\$(\d)/g, (_, n) => `'${sent.values[n - 1]}'`);
}

async function report({ url, headers }) {
  const now = Date.now();
  const body = { start_time: new Date(now - DAY_MS).toISOString(), end_time: new Date(now).toISOString() };
  const { id } = (await ask(url, 'POST', '/deliver/reports/recon', { headers, body })).report;
  return until(async () => {
    const { report: made } = await ask(url, 'GET', `/deliver/reports/${id}`, { headers });
    if (made.status === 'failed') throw new Error(`the report failed: ${made.error}`);
    return made.status === 'completed' && made;
  });
}
