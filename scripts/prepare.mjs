import { spawn } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { paint, plain, step } from './progress.mjs';
import { stopWhatRunsFromHere } from './running.mjs';
import { buildKey, forgetBuild, forgetInstall, isBuildStale, isInstallStale } from './stale.mjs';
import { rememberBuild, rememberInstall, root } from './stale.mjs';

const OLDEST = [20, 19];
const LOCK = join(root, 'dist', '.payments-prepare-lock');
const LOCK_POLL_MS = 200;
const BUILT = ['apps', 'libs', 'migrations', 'portal', 'openapi.json', 'programs'];
const SERVICE = ['node_modules/@nestjs/cli/bin/nest.js', 'build'];
const PORTAL = ['node_modules/vite/bin/vite.js', 'build', 'apps/portal', '--logLevel=warn'];
const FINISH = ['scripts/finish.mjs'];

/** Installs and builds what is stale; says on stderr what it does. `quiet`: only when something fails. */
export async function prepare({ quiet = false } = {}) {
  requireNode();
  if (!isInstallStale() && !isBuildStale(buildKey())) return;
  const unlock = await lock();
  try {
    // Looked at again: another command may have done it while we waited for the lock.
    if (isInstallStale()) await install(quiet);
    const key = buildKey();
    if (isBuildStale(key)) await build(key, quiet);
  } finally {
    unlock();
  }
}

/** Prints the reason of a failure in red and ends the process. */
export function fail(error) {
  process.stderr.write(`${paint('red', error.message)}\n`);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Error(`Node.js ${process.versions.node} is too old; install Node.js ${OLDEST.join('.')} or later`);
}

async function install(quiet) {
  await stopWhatRunsFromHere();
  await step(
    'install dependencies',
    () => {
      forgetInstall();
      // The build needs the development dependencies, also where NODE_ENV is production.
      // No package needs its install script; each one would run code of others.
      return npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev']);
    },
    { quiet },
  );
  rememberInstall();
}

async function build(key, quiet) {
  await step(
    'build the service',
    async () => {
      forgetBuild();
      for (const name of BUILT) rmSync(join(root, 'dist', name), { recursive: true, force: true });
      const node = (args) => run(process.execPath, args);
      const builds = [node(SERVICE).then(() => node(FINISH)), node(PORTAL)];
      // Both to their end: one that goes on after the other has failed would write into the next build.
      const failure = (await Promise.allSettled(builds)).find(({ status }) => status === 'rejected');
      if (failure) throw failure.reason;
    },
    { quiet },
  );
  rememberBuild(key);
}

function npm(args) {
  const script = process.env.npm_execpath ?? '';
  if (basename(script) === 'npm-cli.js') return run(process.execPath, [script, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}

/** Runs a program of the tool chain; its output is shown only when it fails. */
function run(command, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk) => (output += chunk));
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) return done();
      const name = [basename(command === process.execPath ? args[0] : command), args.at(-1)].join(' … ');
      return failed(new Error(`${plain(output.trim())}\n${name} failed with code ${code}`));
    });
  });
}

/** One install or build at a time in this directory: `npm start` and `npm run payments` may come together. */
async function lock() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const offer = `${LOCK}.${process.pid}`;
  writeFileSync(offer, String(process.pid));
  while (!tryLink(offer)) {
    if (!holderLives()) rmSync(LOCK, { force: true });
    else await sleep(LOCK_POLL_MS);
  }
  rmSync(offer, { force: true });
  return () => rmSync(LOCK, { force: true });
}

function tryLink(offer) {
  try {
    linkSync(offer, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderLives() {
  if (!existsSync(LOCK)) return true;
  const longest = 15 * 60_000;
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    // In a container a restarted command may well get the pid that its killed predecessor had.
    if (pid === process.pid) return false;
    process.kill(pid, 0);
    return Date.now() - statSync(LOCK).mtimeMs < longest;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await prepare({ quiet: process.argv.includes('--quiet') }).catch(fail);
}
