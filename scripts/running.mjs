import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './stale.mjs';

const STOP_MS = 20_000;
const POLL_MS = 100;

const dataDir = () => resolve(root, process.env.DATA_DIR || '.data');
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function commandOf(pid) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Pid of the `npm start` that serves DATA_DIR now, or undefined. */
function supervisorPid() {
  const { supervisor } = JSON.parse(read(join(dataDir(), 'run.json')) ?? '{}');
  const alive = supervisor && /start\.mjs|cli\/src\/main\.js/.test(commandOf(supervisor.pid));
  return alive && supervisor.pid !== process.pid ? supervisor.pid : undefined;
}

/** Pid of the embedded Postgres of DATA_DIR that a killed `npm start` left running, or undefined. */
function postgresPid() {
  const home = join(dataDir(), 'postgres');
  const elsewhere = read(join(home, 'location.txt'))?.split('\n')[0];
  const pid = Number(read(join(elsewhere ?? home, 'cluster', 'postmaster.pid'))?.split('\n')[0]);
  return pid > 0 && commandOf(pid).includes('postgres') ? pid : undefined;
}

/** Replacing node_modules under a running server breaks it, so nothing of DATA_DIR may run meanwhile. */
export async function stopWhatRunsFromHere() {
  const supervisor = supervisorPid();
  if (supervisor) {
    throw new Error(`dependencies have changed while "npm start" is running (pid ${supervisor}); stop it first`);
  }
  const pid = postgresPid();
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + STOP_MS; Date.now() < end && postgresPid() === pid;) await sleep(POLL_MS);
  if (postgresPid() === pid)
    throw new Error(`the embedded Postgres (pid ${pid}) does not stop; kill it, then start again`);
}
