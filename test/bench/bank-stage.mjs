// What the benchmarks of bank files share: the simulated bank, the profile of a connection to it, and the service's own code
// in this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { library, require, root } from './stage.mjs';

export const LOOK_EVERY_MS = 50;

/** An application context of the command line, with further settings; it reads secrets from the environment of this process. */
export async function startApplication({ env, appUrl }, more = {}) {
  Object.assign(process.env, more);
  const config = library('config').loadConfig({ ...env, ...more });
  require('reflect-metadata');
  const { NestFactory } = require('@nestjs/core');
  const { CliModule } = require(join(root, 'dist/apps/cli/src/cli.module.js'));
  const log = new (library('observability').Log)('bench', 'warn');
  return NestFactory.createApplicationContext(CliModule.forRoot({ config, databaseUrl: appUrl, log }), {
    ...{ logger: log, abortOnError: false },
  });
}

export async function newEnterprise(app, name) {
  const { CreateEnterprise } = library('auth');
  return (await app.get(CreateEnterprise, { strict: false }).execute({ name })).enterprise_id;
}

/** Runs work for an enterprise, as a request does. */
export async function asTenant(app, enterpriseId, work) {
  const { workContext } = library('observability');
  const { Enterprises } = library('persistence');
  const tenant = await app.get(Enterprises, { strict: false }).get(enterpriseId);
  return workContext.run({ requestId: 'bench', tenant }, work);
}

/** The simulated bank over SFTP. `more`: further options of its command line. */
export async function startBank(directory, more = []) {
  const program = join(root, 'dist/apps/bank/src/main.js');
  const child = spawn(process.execPath, [program, '--dir', directory, '--sftp', '0', ...more], {
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

/** The account that the simulated bank keeps, unless its rules say otherwise. */
const ACCOUNT = '1000200030';

/** Writes a profile with one connection of these enterprises. @returns the settings that name it */
export function useBank(folder, bank, { enterprises, ...changes }) {
  const connection = { ...profile(bank, enterprises), ...changes };
  return writeProfiles(folder, [connection], { BANK_PASSWORD: bank.password, BANK_ACCOUNT: ACCOUNT });
}

/** @returns the settings that name the file */
export function writeProfiles(folder, connections, secrets) {
  const env = { PROCESSOR: 'bank', BANKS_FILE: join(folder, 'banks.json'), ...secrets };
  writeFileSync(env.BANKS_FILE, JSON.stringify({ connections }), { mode: 0o600 });
  return env;
}

/** One connection of these enterprises, over SFTP to a server on this machine. */
export function profile({ port, hostKey }, enterprises) {
  const most = 999_999_999_999;
  return {
    ...{ name: 'bench-bank', odfi: { routing_number: '091000019', name: 'FIRST BANK' } },
    header: {
      ...{ immediate_destination: '091000019', immediate_destination_name: 'FIRST BANK' },
      ...{ immediate_origin: '1234567890', immediate_origin_name: 'ACME CORP' },
    },
    settlement_account: {
      ...{ routing_number: '091000019', account_number: { env: 'BANK_ACCOUNT' }, type: 'checking', currency: 'USD' },
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

/** Writes a file as the command line exports it. @returns the seconds, and the peak of memory in MiB */
export async function exportFile({ env }, more, { id, path }) {
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

/** MiB, by the names of the kernel: VmRSS now, VmHWM at its peak. Empty for a process that has ended. */
export function memoryOf(pid) {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(VmRSS|VmHWM):\s+(\d+) kB$/gm);
    return Object.fromEntries([...lines].map(([, name, kilobytes]) => [name, Math.round(Number(kilobytes) / 1024)]));
  } catch {
    return {};
  }
}
