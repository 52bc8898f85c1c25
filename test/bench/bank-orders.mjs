// How long the bank's adapter takes for a batch of orders, and to say which of them it knows; `--bank-orders`, and part of
// `--bank-returns`.
import { Socket } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { library, require, root } from './stage.mjs';
import { asTenant } from './bank-stage.mjs';

const BATCH = 500;
const ROUNDS = 100;
const WARM = 10;

/**
 * @returns milliseconds at p50 and p99, and waits for the database, of `submit` and `known` with 500 orders each, and of the
 * anchor: one INSERT of the same rows
 */
export async function measureOrders(app, enterpriseId, owner) {
  const processor = processorOf(app);
  const { newId } = library('kernel');
  const ids = () => Array.from({ length: BATCH }, () => `P${newId().replaceAll('-', '')}`);
  const batches = Array.from({ length: WARM + ROUNDS }, ids);
  const submit = (instructions) => processor.submit({ id: newId(), instructions });
  const known = (batch) => processor.known(batch, newId());
  const measured = (inputs, work) => asTenant(app, enterpriseId, () => measure(inputs, work));
  const orders = batches.map((batch) => batch.map(orderOf));
  const results = { submit: await measured(orders, submit), known: await measured(batches, known) };
  return { ...results, anchor: await measureAnchor(owner, batches) };
}

/** The rows that were submitted last, into a table with the same columns and indexes, as PostgreSQL takes them at best. */
async function measureAnchor(owner, batches) {
  await owner.query('CREATE TEMP TABLE bench_entries (LIKE rails.entries INCLUDING ALL)');
  const { rows } = await owner.query(
    `SELECT json_agg(e)::text AS rows FROM (SELECT * FROM rails.entries ORDER BY id DESC LIMIT ${BATCH}) AS e`,
  );
  const statement = {
    ...{ name: 'insert-bench-entries', values: [rows[0].rows] },
    text: `INSERT INTO bench_entries SELECT * FROM json_populate_recordset(NULL::bench_entries, $1)`,
  };
  const times = [];
  for (const at of batches.keys()) {
    const begun = performance.now();
    await owner.query(statement);
    if (at >= WARM) times.push(performance.now() - begun);
    await owner.query('TRUNCATE bench_entries');
  }
  await owner.query('DROP TABLE bench_entries');
  return { ...quantiles(times), waits: 1 };
}

async function measure(batches, work) {
  const times = [];
  const stopCounting = countWaits();
  let waits = 0;
  for (const [at, batch] of batches.entries()) {
    const [begun, before] = [performance.now(), stopCounting.count()];
    await work(batch);
    if (at >= WARM) times.push(performance.now() - begun);
    waits = stopCounting.count() - before;
  }
  stopCounting();
  return { ...quantiles(times), waits };
}

function quantiles(times) {
  times.sort((a, b) => a - b);
  const quantile = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { p50: quantile(0.5), p99: quantile(0.99) };
}

/**
 * Counts how often a connection is written to after it was read: what goes out together is waited for together. The signal
 * to workers goes out after the commit, and nobody waits for it.
 */
function countWaits() {
  const { write, push } = Socket.prototype;
  const answered = new WeakMap();
  let waits = 0;
  Socket.prototype.write = function (...args) {
    const isSignal = args[0] instanceof Uint8Array && Buffer.from(args[0]).includes('NOTIFY');
    if (this.remotePort !== undefined && answered.get(this) !== false && !isSignal) waits += 1;
    answered.set(this, false);
    return write.apply(this, args);
  };
  Socket.prototype.push = function (...args) {
    answered.set(this, true);
    return push.apply(this, args);
  };
  const stop = () => Object.assign(Socket.prototype, { write, push });
  return Object.assign(stop, { count: () => waits });
}

/** The adapter of the bank, as the worker puts it together. */
export function processorOf(app) {
  const built = (path) => require(join(root, 'dist/libs/transfers/src/infrastructure', path));
  const { BankProcessor } = built('bank-rails/bank-processor.js');
  const { BankingOrderTimes } = built('bank-rails/banking-order-times.js');
  const { SandboxBankingTime } = built('sandbox/sandbox-banking-time.js');
  const { Clock, UnitOfWork } = library('kernel');
  const { CONFIG } = library('config');
  const { LoadedBanks } = built('bank-rails/loaded-banks.js');
  const { Entries, Profiles, RailResults, TakeOrders } = library('rails');
  const get = (type) => app.get(type, { strict: false });
  const times = new BankingOrderTimes(new SandboxBankingTime(get(Clock), get(CONFIG)));
  const takeOrders = new TakeOrders(get(Profiles), get(Entries), times, new LoadedBanks(), get(RailResults));
  return new BankProcessor(get(UnitOfWork), takeOrders, get(Entries));
}

const DAY_AHEAD = new Date(Date.now() + 86_400_000);

const orderOf = (end_to_end_id) => ({
  ...{ end_to_end_id, rail: 'ach', side: 'destination', amount: 12_500n, party: 'person', descriptor: null },
  ...{ routing_number: '021000021', account_number: '123456789', account_type: 'checking', window_at: DAY_AHEAD },
  ...{ account_holder_name: 'Margaret Hamilton', statement_display_name: null },
  ...{ effective_date: library('kernel').newYorkDate(DAY_AHEAD), settles_at: DAY_AHEAD },
});
