// `npm run bench -- --bank-returns`: the simulated bank returns every entry of a file in one file, which a worker fetches, matches
// and applies to the ledger; then the same file comes again under another name, and the bank's statement with a line for each
// return. Before that, what orders cost.
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { asTenant, LOOK_EVERY_MS, startApplication, startBank, useBank } from './bank-stage.mjs';
import { measureOrders } from './bank-orders.mjs';
import { createEnterprise } from './growth.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, library, ownerOf, WORKER } from './stage.mjs';

const PATIENCE_MS = 1_800_000;
const AT_ONCE = 500;
const POLL_SECONDS = 1;
const SETTINGS = { SANDBOX_DAY_SECONDS: '1' };
/** The returns come a day after the upload, when the transfers should be accepted. */
const LEAST_DAY_SECONDS = 10;
const ACCEPTED_PER_SECOND = 400;
const FAR_AHEAD = new Date(Date.now() + 86_400_000);
const RULES = { acknowledgment: 'none', rules: [{ outcomes: [{ return: 'R03', after_days: 0 }] }] };

/**
 * @returns what orders cost in ms, and seconds until all results of the upload and of the returns were applied, and until the
 * three books were compared
 */
export async function measureBankReturns(stage, count, progress) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-returns-'));
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(RULES));
  const bank = await startBank(join(folder, 'bank'), [
    ...['--rules', join(folder, 'rules.json')],
    ...['--day-seconds', String(LEAST_DAY_SECONDS + count / ACCEPTED_PER_SECOND)],
  ]);
  const owner = await ownerOf(stage);
  const { enterprise_id, login } = createEnterprise(stage.env);
  // Statements are read under another name, when the ledger has everything: nothing else is measured with them.
  const ignore = ['statement*', '*.tmp'];
  const inbound = [{ directory: '/outbound', ignore, poll_seconds: POLL_SECONDS, stable_seconds: POLL_SECONDS }];
  const statements = { reconcile_after_minutes: 0 };
  const env = { ...SETTINGS, ...useBank(folder, bank, { enterprises: [enterprise_id], inbound, statements }) };
  const app = await startApplication(stage, env);
  try {
    progress('500 orders at once');
    const orders = await measureOrders(app, enterprise_id, owner);
    await owner.query('TRUNCATE rails.entries, rails.inquiries');
    const leg = await submitOne(stage, { env, login, owner });
    progress(`${count} transfers`);
    await copyTransfers(owner, { leg, count });
    await addEntries(app, owner, enterprise_id);
    await stage.settle();
    const worker = await stage.start(WORKER, env);
    const accepted = await until(() => allLegsAre(owner, 'accepted', count));
    progress(`uploaded, and accepted after ${accepted.toFixed(1)} s`);
    await until(async () => (await returnFile(owner)) !== undefined);
    const returned = await until(() => allLegsAre(owner, 'returned', count));
    const { name, ingested } = await returnFile(owner);
    progress(`applied after ${returned.toFixed(1)} s`);
    const duplicate = await bringAgain(join(folder, 'bank/outbound'), { name, owner });
    progress('waiting for the statement');
    await until(() => isIdle(owner));
    await until(async () => {
      releaseStatements(join(folder, 'bank/outbound'));
      return (await reconciledStatement(owner, count)) !== undefined;
    });
    await worker.stop();
    const statement = await reconciledStatement(owner, count);
    if (statement.breaks > 0) throw new Error(`the books differ: ${statement.breaks} breaks`);
    return { orders, entries: count, accepted, ingested, returned, duplicate, statement };
  } finally {
    await app.close();
    await owner.end();
    await bank.stop();
    rmSync(folder, { recursive: true });
  }
}

/** @returns what 500 orders cost in ms */
export async function measureBankOrders(stage) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-orders-'));
  const bank = await startBank(join(folder, 'bank'));
  const owner = await ownerOf(stage);
  const { enterprise_id } = createEnterprise(stage.env);
  const env = { ...SETTINGS, ...useBank(folder, bank, { enterprises: [enterprise_id] }) };
  const app = await startApplication(stage, env);
  try {
    return await measureOrders(app, enterprise_id, owner);
  } finally {
    await app.close();
    await owner.end();
    await bank.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A payout whose order waits for its file, which nobody cuts while another worker seems to. */
async function submitOne(stage, { env, login, owner }) {
  await owner.query(`INSERT INTO rails.connection_leases (connection, work, token, lease_until)
    VALUES ('bench-bank', 'cut', gen_random_uuid(), 'infinity')`);
  const api = await stage.start(API, env);
  const headers = await logIn(api.url, login);
  await addParty(api.url, headers);
  const worker = await stage.start(WORKER, env);
  await ask(api.url, 'POST', '/deliver/transfers', { headers, body: { ...transfer('bench'), speed: 'standard' } });
  await until(() => allLegsAre(owner, 'submitted', 1));
  await worker.stop();
  await api.stop();
  await owner.query('DELETE FROM rails.connection_leases');
  return (await owner.query('SELECT * FROM transfers.legs')).rows[0];
}

/** As many transfers at the same point as the first one, with the money that they hold. */
async function copyTransfers(owner, { leg, count }) {
  // The order of a leg is named after it.
  await owner.query(`CREATE TEMP TABLE copies AS
    SELECT *, 'P' || replace(leg::text, '-', '') AS order_id
    FROM (SELECT n, uuidv7() AS transfer, uuidv7() AS leg FROM generate_series(2, ${count}) n) AS made`);
  const copies = {
    'transfers.transfers': `'id', c.transfer, 'transfer_reference_id', 'copy-' || c.n`,
    'transfers.status_history': `'transfer_id', c.transfer`,
    'transfers.legs': `'id', c.leg, 'transfer_id', c.transfer, 'end_to_end_id', c.order_id,
      'attempts', replace(to_jsonb(t)->>'attempts', '${leg.end_to_end_id}', c.order_id)::jsonb`,
    'ledger.entries': `'id', uuidv7(), 'subject_id', c.transfer,
      'position', (SELECT last_position FROM ledger.doors) + row_number() OVER ()`,
  };
  await owner.query(`
    UPDATE ledger.balances b SET balance = b.balance + ${count - 1} * coalesce((
      SELECT sum(CASE WHEN credit_account = b.account THEN amount ELSE -amount END) FROM ledger.entries
      WHERE b.account IN (debit_account, credit_account) AND subject_id = '${leg.transfer_id}'), 0)`);
  for (const [table, changes] of Object.entries(copies)) {
    const { rows } = await owner.query(
      `SELECT string_agg(attname, ', ') AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const [{ names }] = rows;
    await owner.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM (
      SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
      FROM ${table} t, copies c ${table === 'ledger.entries' ? `WHERE t.subject_id = '${leg.transfer_id}'` : ''}) AS copied`);
  }
  await owner.query('UPDATE ledger.doors SET last_position = (SELECT max(position) FROM ledger.entries)');
}

/** The entries of the copies: as the first one, with their account numbers sealed anew. */
async function addEntries(app, owner, enterpriseId) {
  const { newId, UnitOfWork } = library('kernel');
  const { Entries } = library('rails');
  const get = (type) => app.get(type, { strict: false });
  // Nothing is presumed settled, so that the returns are all that is applied.
  const { rows } = await owner.query('UPDATE rails.entries SET settle_at = $1 RETURNING *', [FAR_AHEAD]);
  const { rows: orders } = await owner.query('SELECT order_id FROM copies ORDER BY n');
  const [first] = rows;
  const entryOf = ({ order_id: end_to_end_id }) => ({
    ...{ ...first, id: newId(), end_to_end_id, amount: BigInt(first.amount) },
    plan: { ...first, account_number: '1234567890', individual_id: end_to_end_id.slice(-15) },
  });
  for (let at = 0; at < orders.length; at += AT_ONCE) {
    const entries = orders.slice(at, at + AT_ONCE).map(entryOf);
    await asTenant(app, enterpriseId, () => get(UnitOfWork).run(() => get(Entries).add(newId(), entries)));
  }
}

const RETURN_FILE = `
  SELECT name, extract(epoch FROM applied_at - fetched_at)::float8 AS ingested FROM rails.inbound_files
  WHERE kind = 'ach' AND state IN ('parsed', 'applied') ORDER BY id LIMIT 1`;
const returnFile = async (owner) => (await owner.query(RETURN_FILE)).rows[0];

/** @returns seconds, without those in which the bank's file is watched until nobody writes it any more */
async function bringAgain(outbound, { name, owner }) {
  copyFileSync(join(outbound, name), join(outbound, `again-${name}`));
  if (!readdirSync(outbound).includes(name)) throw new Error('the bank keeps no file');
  const isDuplicate = `SELECT FROM rails.inbound_files WHERE name = $1 AND state = 'duplicate'`;
  const seconds = await until(async () => (await owner.query(isDuplicate, [`again-${name}`])).rows.length > 0);
  return Math.max(0, seconds - 2 * POLL_SECONDS);
}

function releaseStatements(outbound) {
  const held = readdirSync(outbound).filter((name) => name.startsWith('statement'));
  for (const name of held) renameSync(join(outbound, name), join(outbound, `released-${name}`));
}

async function isIdle(owner) {
  const { rows } = await owner.query(`SELECT NOT EXISTS (SELECT FROM rails.results WHERE reported_at IS NULL)
    AND NOT EXISTS (SELECT FROM platform.tasks WHERE run_at <= now()) AS idle`);
  return rows[0].idle;
}

async function allLegsAre(owner, status, count) {
  const { rows } = await owner.query('SELECT count(*)::int AS count FROM transfers.legs WHERE status = $1', [status]);
  return rows[0].count === count;
}

const RECONCILED = `
  SELECT extract(epoch FROM f.applied_at - f.fetched_at)::float8 AS read,
    extract(epoch FROM r.finished_at - r.started_at)::float8 AS compared,
    (SELECT count(*)::int FROM rails.breaks WHERE resolved_at IS NULL) AS breaks
  FROM rails.statements s JOIN rails.inbound_files f ON f.id = s.inbound_id
    JOIN rails.reconciliations r ON r.connection = s.connection
  WHERE s.lines >= $1 AND s.reconciled_at IS NOT NULL`;
const reconciledStatement = async (owner, lines) => (await owner.query(RECONCILED, [lines])).rows[0];

/** @returns the seconds that it took */
async function until(isSo) {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('the worker does not get its work done');
    await sleep(LOOK_EVERY_MS);
  }
  return (performance.now() - begun) / 1000;
}
