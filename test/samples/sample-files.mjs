// `npm run sample-files`: NACHA files for readers of others, as the service writes, seals and exports them: each variant of a
// profile, with three enterprises, and one file of many entries of five enterprises. `index.json` says what is in them.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { asTenant, LOOK_EVERY_MS, newEnterprise, startApplication, writeProfiles } from '../bench/bank-stage.mjs';
import { processorOf } from '../bench/bank-orders.mjs';
import { library, ownerOf, root, setStage, WORKER } from '../bench/stage.mjs';
import { ordersOf, variantProfile } from './variants.mjs';

const HELP = `npm run sample-files -- --out <directory> [options]

Writes NACHA files for readers of others, through the real service with an embedded PostgreSQL of its own: orders are taken,
cut, sealed, sent to a directory, and exported with 'payments rails files export'. index.json has the variant, the entries
and the cents of each file. The accounts and names are made up.

  --out <directory>  where the files go: a new or empty directory
  --variants <n>     how many variants of a profile (40)
  --enterprises <n>  how many enterprises share a file of a variant (3)
  --entries <n>      also one file with so many entries of five enterprises (0)
  --help             shows this`;

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    variants: { type: 'string', default: '40' },
    enterprises: { type: 'string', default: '3' },
    entries: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const stopping = new AbortController();
const stopped = stopping.signal;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

/** One less than a profile may have: one of many entries comes to the first. */
const MOST_CONNECTIONS = 99;
const LARGE = 10_000;
const OF_VARIANT = 42;
const AT_ONCE = 500;
const PATIENCE_MS = 1_800_000;
const SECRETS = { SETTLEMENT_ACCOUNT: '1000200030' };

if (options.help || options.out === undefined) {
  console.log(HELP);
  process.exitCode = options.help ? 0 : 2;
} else {
  const { variants, enterprises, entries } = options;
  const wanted = { variants: Number(variants), enterprises: Number(enterprises), entries: Number(entries) };
  await writeSampleFiles(resolve(options.out), wanted);
}

async function writeSampleFiles(out, wanted) {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new Error(`${out} has files; name another directory`);
  const folder = mkdtempSync(join(tmpdir(), 'sample-files-'));
  const files = [];
  let stage;
  try {
    stage = await setStage();
    for (let first = 0; first === 0 || first < wanted.variants; first += MOST_CONNECTIONS) {
      // A database for each list of connections, which may not be longer.
      const round = first === 0 ? stage : await stage.another(`from_${first}`);
      const last = Math.min(wanted.variants, first + MOST_CONNECTIONS);
      const entries = first === 0 ? wanted.entries : 0;
      const banks = await makeBanks(round, { ...wanted, folder, first, last, entries });
      const connections = banks.map(({ profile }) => profile);
      const env = { ...writeProfiles(folder, connections, SECRETS), SANDBOX_DAY_SECONDS: '1' };
      await giveOrders(round, env, banks);
      const cut = await cutFiles(round, env, banks);
      exportAll(round, env, { ids: cut.map(({ id }) => id), out });
      files.push(...cut);
    }
    writeFileSync(join(out, 'index.json'), JSON.stringify({ files: files.map(described) }, null, 2));
    console.log(`${files.length} files in ${out}; index.json says what is in them`);
  } catch (error) {
    rmSync(out, { recursive: true, force: true });
    if (!stopped.aborted) throw error;
    console.error('stopped; nothing is left');
    process.exitCode = 130;
  } finally {
    await stage?.close();
    rmSync(folder, { recursive: true });
  }
}

async function withApplication(stage, env, work) {
  const app = await startApplication(stage, env);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** The connections, their enterprises, and how many orders each enterprise gives. */
function makeBanks(stage, { folder, first, last, enterprises: ofVariant, entries }) {
  return withApplication(stage, {}, async (app) => {
    const enterprisesOf = async (n, count) => {
      const ids = [];
      stopped.throwIfAborted();
      for (let at = 0; at < count; at += 1) ids.push(await newEnterprise(app, `Company ${n}-${at}`));
      return ids;
    };
    const banks = [];
    const add = async (n, { count, orders, changes }) => {
      const directory = join(folder, `bank-${n}`);
      mkdirSync(directory);
      const enterprises = await enterprisesOf(n, count);
      const profile = { ...variantProfile(n, { directory, enterprises }), ...changes };
      banks.push({ n, profile, enterprises, orders });
    };
    for (let n = first; n < last; n += 1) await add(n, { count: ofVariant, orders: OF_VARIANT });
    if (entries > 0) {
      const changes = {
        name: 'bank-large',
        outbound: { directory: '/', name: `large_{date}_{modifier}_{sequence}.ach` },
      };
      const limits = { ...variantProfile(0, { enterprises: [] }).limits, file_entries: entries };
      await add(LARGE, { count: 5, orders: entries / 5, changes: { ...changes, limits, ach: {} } });
    }
    return banks;
  });
}

async function giveOrders(stage, env, banks) {
  const { addBankingDays, newId, newYorkDate, newYorkInstant } = library('kernel');
  // A window that ends now, and what is cut then can still be sent.
  const window_at = new Date();
  const effective_date = addBankingDays(newYorkDate(window_at), 1);
  const times = { window_at, effective_date, settles_at: newYorkInstant(effective_date, '08:30') };
  await withApplication(stage, env, async (app) => {
    const processor = processorOf(app);
    for (const { profile, enterprises, orders } of banks) {
      const rail = profile.ach.descriptive_date === 'sd' ? 'same_day_ach' : 'ach';
      for (const [at, enterpriseId] of enterprises.entries()) {
        const hasLargest = at === 0 && orders === OF_VARIANT;
        for (let left = orders; left > 0; left -= AT_ONCE) {
          stopped.throwIfAborted();
          const instructions = ordersOf(Math.min(AT_ONCE, left), { rail, newId, times, hasLargest });
          await asTenant(app, enterpriseId, () => processor.submit({ id: newId(), instructions }));
        }
      }
    }
  });
}

/** Lets a worker cut, seal and upload them all. */
async function cutFiles(stage, env, banks) {
  const owner = await ownerOf(stage);
  const worker = await stage.start(WORKER, env);
  const expected = banks.reduce((sum, { enterprises, orders }) => sum + enterprises.length * orders, 0);
  try {
    for (const begun = Date.now(); ;) {
      const { rows } = await owner.query(
        `SELECT f.*, (SELECT count(*)::int FROM rails.entries e WHERE e.file_id = f.id) AS own,
           (SELECT array_agg(DISTINCT b.header ->> 'service_class') FROM rails.batches b WHERE b.file_id = f.id) AS classes,
           (SELECT array_agg(DISTINCT b.header ->> 'sec') FROM rails.batches b WHERE b.file_id = f.id) AS secs
         FROM rails.files f WHERE state = 'uploaded' ORDER BY id`,
      );
      if (rows.reduce((sum, { own }) => sum + own, 0) === expected) {
        return rows.map((row) => ({
          ...row,
          ach: banks.find(({ profile }) => profile.name === row.connection).profile.ach,
        }));
      }
      if (Date.now() - begun > PATIENCE_MS)
        throw new Error(`the worker did not send all files: ${await statesOf(owner)}`);
      await sleep(LOOK_EVERY_MS * 10, undefined, { signal: stopped });
    }
  } finally {
    await worker.stop();
    await owner.end();
  }
}

async function statesOf(owner) {
  const { rows } = await owner.query(
    `SELECT 'file' AS what, state, reason, count(*)::int AS count FROM rails.files GROUP BY state, reason
     UNION ALL SELECT 'entry', state, code, count(*)::int FROM rails.entries GROUP BY state, code`,
  );
  return rows.map(({ what, state, reason, count }) => `${count} ${what} ${state} ${reason ?? ''}`).join(', ');
}

function exportAll(stage, env, { ids, out }) {
  const cli = join(root, 'dist/apps/cli/src/main.js');
  const args = ['rails', 'files', 'export', ...ids, '--out', out, '--reason', 'sample files'];
  const settings = { env: { ...process.env, ...stage.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] };
  if (spawnSync(process.execPath, [cli, ...args], settings).status !== 0) throw new Error('the export failed');
}

function described({ file_name, own, batches, debit, credit, sha256, secs, classes, ach }) {
  return {
    ...{ file: file_name, entries: own, batches, debit_cents: Number(debit), credit_cents: Number(credit) },
    ...{ sec_codes: secs, service_classes: classes, variant: ach, sha256: sha256.toString('hex') },
  };
}
