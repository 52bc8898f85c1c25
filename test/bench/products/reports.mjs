// A reconciliation report of transfers that were really paid, beside COPY of the same rows.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnterprise } from './growth.mjs';
import { progress } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, library, ownerOf, require, root, WORKER } from './stage.mjs';

/** The clock is moved; nothing is due by itself. */
const SETTINGS = { SANDBOX_DAY_SECONDS: '36000' };
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 600_000;
const LINES_OF_PART = 4_000;

/** Paid transfers of one enterprise, and what reads their entries. @returns the world of `measureReport` */
export async function payMany(stage, transfers) {
  const database = await stage.another('reports');
  const owner = await ownerOf(database);
  const { enterprise_id, login } = createEnterprise(database.env);
  const { url } = await database.start(API, SETTINGS);
  const worker = await database.start(WORKER, SETTINGS);
  const headers = await logIn(url, login);
  await addParty(url, headers);
  progress(`reports  paying ${transfers} transfers`);
  const id = await uploadPayouts(url, headers, transfers);
  await until(async () => {
    const { bulk_transfer } = await ask(url, 'GET', `/deliver/bulk-transfers/${id}`, { headers });
    return bulk_transfer.progress.completed === transfers;
  });
  await owner.query('VACUUM ANALYZE');
  return { database, owner, enterprise_id, url, headers, worker };
}

/** @returns rows a second of `COPY` and of a report, one right after the other, in each round */
export async function measureReport(world, { rounds }) {
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const copied = await copy(world);
    const made = await report(world);
    measured.push({ rows: made.rows, copy: copied.rows / copied.seconds, report: made.rows / made.seconds });
    const { copy: ofCopy, report: ofReport, rows } = measured.at(-1);
    const ratio = (ofReport / ofCopy).toFixed(2);
    progress(`reports  ${rows} rows: COPY ${Math.round(ofCopy)}/s, report ${Math.round(ofReport)}/s, ${ratio}`);
  }
  return measured;
}

export function reportTable(measured) {
  return [
    '| rows | COPY, rows/s | report, rows/s | report ÷ COPY |',
    '| ---: | -----------: | -------------: | ------------: |',
    ...measured.map(
      ({ rows, copy: ofCopy, report: ofReport }) =>
        `| ${rows} | ${Math.round(ofCopy)} | ${Math.round(ofReport)} | ${(ofReport / ofCopy).toFixed(2)} |`,
    ),
  ].join('\n');
}

async function uploadPayouts(url, headers, transfers) {
  const rows = Array.from({ length: transfers }, (_, row) =>
    JSON.stringify({ ...transfer(`paid-${row}`), amount: 100, speed: 'asap' }),
  );
  const bulk = { bulk_reference_id: 'paid', mode: 'each', format: 'ndjson' };
  const { id } = (await ask(url, 'POST', '/deliver/bulk-transfers', { headers, body: bulk })).bulk_transfer;
  let parts = 0;
  for (let from = 0; from < rows.length; from += LINES_OF_PART) {
    const body = `${rows.slice(from, from + LINES_OF_PART).join('\n')}\n`;
    const digest = createHash('sha256').update(body).digest('base64');
    const sent = { ...headers, 'content-type': 'application/x-ndjson', 'content-digest': `sha-256=:${digest}:` };
    const answer = await fetch(`${url}/deliver/bulk-transfers/${id}/parts/${++parts}`, {
      ...{ method: 'PUT', headers: sent, body },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await ask(url, 'POST', `/deliver/bulk-transfers/${id}/submit`, { headers, body: { parts } });
  return id;
}

async function copy({ owner, enterprise_id }) {
  const sql = await statementOf(owner, enterprise_id);
  const begun = performance.now();
  const { rowCount } = await owner.query(`COPY (${sql}) TO '/dev/null' CSV`);
  return { rows: rowCount, seconds: (performance.now() - begun) / 1_000 };
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
  const body = { start_time: new Date(now - 86_400_000).toISOString(), end_time: new Date(now).toISOString() };
  const begun = performance.now();
  const { id } = (await ask(url, 'POST', '/deliver/reports/recon', { headers, body })).report;
  let made;
  await until(async () => {
    made = (await ask(url, 'GET', `/deliver/reports/${id}`, { headers })).report;
    if (made.status === 'failed') throw new Error(`the report failed: ${made.error}`);
    return made.status === 'completed';
  });
  return { rows: made.rows, seconds: (performance.now() - begun) / 1_000 };
}

async function until(isSo) {
  const patientUntil = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > patientUntil) throw new Error('the worker does not get its work done');
    await sleep(LOOK_EVERY_MS);
  }
}
