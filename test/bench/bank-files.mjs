// `npm run bench -- --bank-files`: a worker cuts entries of five enterprises into a file and uploads it over SFTP to the simulated
// bank, and the command line exports the file. A fifth of the entries goes first, to show whether memory grows with them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { library, ownerOf, require, root, WORKER } from './stage.mjs';

const ENTERPRISES = 5;
const AT_ONCE = 500;
const LOOK_EVERY_MS = 50;
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
    const env = { PROCESSOR: 'bank', BANKS_FILE: join(folder, 'banks.json'), BANK_PASSWORD: bank.password };
    writeFileSync(env.BANKS_FILE, JSON.stringify({ connections: [profile(bank, enterprises)] }), { mode: 0o600 });
    const rows = [];
    for (const [window, count] of [Math.round(entries / ENTERPRISES), entries].entries()) {
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

export function bankFileTable(rows) {
  const head = [
    'entries of 5 enterprises',
    'sealed after, s',
    'uploaded after, s',
    'worker RSS before and at its peak, MiB',
  ];
  const cells = rows.map(({ entries, sealed, uploaded, before, peak, exported }) => [
    ...[entries.toLocaleString('en-US'), sealed.toFixed(1), uploaded.toFixed(1), `${before} and ${peak}`],
    ...[exported.seconds.toFixed(1), exported.peak],
  ]);
  const heading = [...head, 'exported in, s', 'export RSS at its peak, MiB'];
  return [heading, heading.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

async function startApplication({ config, appUrl }) {
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { CliModule } = require(join(root, 'dist/apps/cli/src/cli.module.js'));
  const log = new (library('observability').Log)('bench', 'warn');
  return NestFactory.createApplicationContext(CliModule.forRoot({ config, databaseUrl: appUrl, log }), { logger: log });
}

async function newEnterprise(app, name) {
  const { CreateEnterprise } = library('auth');
  return (await app.get(CreateEnterprise, { strict: false }).execute({ name })).enterprise_id;
}

/** Orders that a bank's adapter took, whose window has not ended. */
async function addEntries(app, enterpriseId, { count, window_key }) {
  const { newId, UnitOfWork } = library('kernel');
  const { Entries } = library('rails');
  const { workContext } = library('observability');
  const { Enterprises } = library('persistence');
  const get = (type) => app.get(type, { strict: false });
  const tenant = await get(Enterprises).get(enterpriseId);
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
    await workContext.run({ requestId: 'bench', tenant }, add);
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

async function exportFile({ env }, more, { id, path }) {
  const begun = performance.now();
  const cli = join(root, 'dist/apps/cli/src/main.js');
  const child = spawn(process.execPath, [cli, 'rails', 'files', 'export', id, '--reason', 'bench'], {
    env: { ...process.env, ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(createWriteStream(path));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid).VmHWM ?? 0)), LOOK_EVERY_MS);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`the export ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1000, peak };
}

async function requireEntries(path, expected) {
  let found = 0;
  for await (const event of library('rails').readVerifiedAchFile(() => createReadStream(path))) {
    if (event.kind === 'entries') found += event.entries.length;
  }
  if (found !== expected) throw new Error(`${found} entries in the exported file instead of ${expected}`);
}

async function startBank(directory) {
  const program = join(root, 'dist/apps/bank/src/main.js');
  const child = spawn(process.execPath, [program, '--dir', directory, '--sftp', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  while (!text.includes('the bank works in')) {
    if (child.exitCode !== null) throw new Error('the simulated bank did not start');
    await sleep(LOOK_EVERY_MS);
  }
  const [, port, hostKey] = /SFTP on \S+ port (\d+), host key (\S+)/.exec(text);
  return {
    ...{ port: Number(port), hostKey, password: readFileSync(join(directory, '.bank/sftp-password'), 'utf8').trim() },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function profile({ port, hostKey }, enterprises) {
  const most = 999_999_999_999;
  return {
    ...{ name: 'bench-bank', odfi: { routing_number: '091000019', name: 'FIRST BANK' } },
    header: {
      ...{ immediate_destination: '091000019', immediate_destination_name: 'FIRST BANK' },
      ...{ immediate_origin: '1234567890', immediate_origin_name: 'ACME CORP' },
    },
    settlement_account: {
      ...{ routing_number: '091000019', account_number: { env: 'BANK_PASSWORD' }, type: 'checking', currency: 'USD' },
    },
    companies: enterprises.map((enterprise_id) => ({
      ...{ enterprise_id, company_id: '1234567890', company_name: 'ACME CORP' },
      sec: { person_credit: 'PPD', person_debit: 'WEB', business_credit: 'CCD', business_debit: 'CCD' },
      entry_descriptions: { credit: 'PAYMENT', debit: 'PURCHASE' },
    })),
    rails: { ach: 'ach', same_day_ach: 'off', rtp: 'off', fednow: 'off' },
    windows: [{ rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' }],
    limits: { file_entries: 1_000_000, file_debit_cents: most, file_credit_cents: most },
    release: { first_files_manual: 0 },
    channel: {
      ...{ kind: 'sftp', host: '127.0.0.1', port, username: 'company', password: { env: 'BANK_PASSWORD' } },
      host_keys: [hostKey],
    },
    outbound: { directory: '/inbound', name: '{origin}_{date}_{modifier}_{sequence}.ach' },
  };
}

/** MiB, by the names of the kernel: VmRSS now, VmHWM at its peak. Empty for a process that has ended. */
function memoryOf(pid) {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(VmRSS|VmHWM):\s+(\d+) kB$/gm);
    return Object.fromEntries([...lines].map(([, name, kilobytes]) => [name, Math.round(Number(kilobytes) / 1024)]));
  } catch {
    return {};
  }
}
