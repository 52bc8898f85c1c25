// `npm run bench -- --bank-files`: a worker cuts entries of five enterprises into a file and uploads it over SFTP to the simulated
// bank, and the command line exports the file. A thousand entries and a fifth of them go first, to show what a small file takes,
// and whether memory grows with the entries.
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { asTenant, exportFile, LOOK_EVERY_MS, memoryOf, newEnterprise } from './bank-stage.mjs';
import { startApplication, startBank, useBank } from './bank-stage.mjs';
import { library, ownerOf, WORKER } from './stage.mjs';

const ENTERPRISES = 5;
const AT_ONCE = 500;
/** What a bank of one company has in a window. */
const SMALL = 1_000;
const PATIENCE_MS = 600_000;
const FAR_AHEAD = new Date(Date.now() + 86_400_000);

/** @returns rows with the entries, the seconds until the file was sealed and uploaded, and peaks of memory in MiB */
export async function measureBankFiles(stage, entries, progress) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bank-'));
  const app = await startApplication(stage);
  const owner = await ownerOf(stage);
  const bank = await startBank(join(folder, 'bank'));
  try {
    const enterprises = [];
    for (let at = 0; at < ENTERPRISES; at++) enterprises.push(await newEnterprise(app, `Bank ${at}`));
    const env = useBank(folder, bank, { enterprises });
    const rows = [];
    for (const [window, count] of [SMALL, Math.round(entries / ENTERPRISES), entries].entries()) {
      progress(`${count} entries into a file`);
      const window_key = `ach/2026-07-15T${13 + window}:45:00.000Z`;
      for (const id of enterprises) await addEntries(app, id, { count: count / ENTERPRISES, window_key });
      await stage.settle();
      const worker = await stage.start(WORKER, env);
      const before = memoryOf(worker.pid).VmRSS;
      const file = await cutAndUpload(owner, window_key);
      const peak = memoryOf(worker.pid).VmHWM;
      await worker.stop();
      const exported = await exportFile(stage, env, { id: file.id, path: join(folder, 'exported.ach') });
      await requireEntries(join(folder, 'exported.ach'), count);
      rows.push({ entries: count, ...file, before, peak, exported });
    }
    return rows;
  } finally {
    await bank.stop();
    await owner.end();
    await app.close();
    rmSync(folder, { recursive: true });
  }
}

/** Orders that a bank's adapter took, whose window has not ended. */
async function addEntries(app, enterpriseId, { count, window_key }) {
  const { newId, UnitOfWork } = library('kernel');
  const { Entries } = library('rails');
  const get = (type) => app.get(type, { strict: false });
  const window_at = new Date(window_key.slice('ach/'.length));
  const newEntry = (at) => ({
    ...{ id: newId(), end_to_end_id: `P${newId().replaceAll('-', '')}`, order_batch_id: newId(), rail: 'ach' },
    ...{ side: 'destination', amount: BigInt(1_000 + at), occurred_at: window_at, code: null, window_at },
    ...{ effective_date: '2026-07-16', settles_at: FAR_AHEAD, cut_at: FAR_AHEAD, settle_at: FAR_AHEAD },
    plan: {
      ...{ connection: 'bench-bank', window_key, batch_key: '1234567890ACME CORP       PPDPAYMENT   260716260716C' },
      ...{ sec: 'PPD', transaction_code: 22, routing_number: '021000021', account_number: String(100_000_000 + at) },
      ...{ individual_id: String(at).padStart(15, '0'), name: 'MARGARET HAMILTON', discretionary_data: '' },
      remittance: null,
    },
  });
  for (let first = 0; first < count; first += AT_ONCE) {
    const entries = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => newEntry(first + at));
    const add = () => get(UnitOfWork).run(() => get(Entries).add(newId(), entries));
    await asTenant(app, enterpriseId, add);
  }
}

/** Ends the window, and waits for the file. */
async function cutAndUpload(owner, window_key) {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  await owner.query('UPDATE rails.entries SET cut_at = now() WHERE window_key = $1', [window_key]);
  let sealed;
  while (since() * 1000 < PATIENCE_MS) {
    const { rows } = await owner.query('SELECT id, state, sha256 FROM rails.files WHERE window_key = $1', [window_key]);
    const [file] = rows;
    if (file?.sha256) sealed ??= since();
    if (file?.state === 'uploaded') return { id: file.id, sealed, uploaded: since() };
    if (['held', 'doubtful'].includes(file?.state)) throw new Error(`the file is ${file.state}`);
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('the file was not uploaded in ten minutes');
}

async function requireEntries(path, expected) {
  let found = 0;
  for await (const event of library('rails').readVerifiedAchFile(() => createReadStream(path))) {
    if (event.kind === 'entries') found += event.entries.length;
  }
  if (found !== expected) throw new Error(`${found} entries in the exported file instead of ${expected}`);
}
