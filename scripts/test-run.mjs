import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, prepare } from './prepare.mjs';
import { ProcessorTime } from './processor-time.mjs';
import { root } from './stale.mjs';

const REDIS_START_MS = 10_000;
const REDIS_POLL_MS = 50;
const SLOWEST = 20;

/**
 * The directory that holds every file of this run, and the process that removes it, with all that the run started, when
 * this process has ended in any way.
 */
function scratch() {
  const directory = mkdtempSync(join(tmpdir(), 'payments-test-'));
  // The account of an embedded PostgreSQL passes through, or its data would go elsewhere.
  chmodSync(directory, 0o711);
  const cleanup = spawn(process.execPath, [join(root, 'scripts', 'test-cleanup.mjs'), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const spawnOwned = (command, args, options) => {
    const child = spawn(command, args, { ...options, detached: true });
    if (child.pid !== undefined) cleanup.stdin.write(`${child.pid}\n`);
    return child;
  };
  const remove = async () => {
    cleanup.stdin.end();
    await once(cleanup, 'exit');
  };
  return { directory, spawnOwned, remove };
}

/** The Redis of REDIS_URL, else one of our own while the tests run, else undefined. */
async function redis({ directory, spawnOwned }) {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, from: 'REDIS_URL' };
  const port = await freePort();
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--dir', directory];
  const server = spawnOwned('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...memoryOnly], {
    stdio: 'ignore',
  });
  const ended = Promise.race([once(server, 'exit'), once(server, 'error')]).catch(() => {});
  const ready = await Promise.race([answers(port), ended.then(() => false)]);
  return ready ? { url: `redis://127.0.0.1:${port}`, from: 'a redis-server started for this run' } : undefined;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port) {
  const deadline = Date.now() + REDIS_START_MS;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const pong = await once(socket, 'data').then(
      ([data]) => data.toString().startsWith('+PONG'),
      () => false,
    );
    socket.destroy();
    if (pong) return true;
    await sleep(REDIS_POLL_MS);
  }
  return false;
}

/** Runs jest. Resolves with what ended it: an exit code, or the name of a signal. */
async function jest(args, { directory, spawnOwned }, env) {
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawnOwned(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, TMPDIR: directory },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  return code ?? signal;
}

/** The results that test/setup/progress.cjs wrote: of each suite its tests, and whether it failed as a whole. */
function readSuites(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** Sums over all suites. A suite that failed as a whole, such as one that does not load, counts as one more. */
export function count(suites, ending) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const failures = new Set();
  for (const { path, tests, broken } of suites) {
    const file = relative(root, path);
    for (const { status, suite } of tests) {
      sums[status in sums ? status : 'skipped'] += 1;
      // In a group, the outermost title is the path of a spec.
      if (status === 'failed') failures.add(suite?.endsWith('spec.ts') ? suite : file);
    }
    if (!broken) continue;
    sums.failed += 1;
    failures.add(file);
  }
  for (const name of failures) console.log(`failed: ${name}`);
  if (ending !== 0 && sums.failed === 0) {
    console.log(`jest exited with ${ending} and reported no failed test; this counts as a failure`);
    sums.failed = 1;
  }
  return sums;
}

/** Prints where the time went: the specs that took most of it. */
export function printSlowest(suites) {
  const spent = suites.flatMap(({ path, spent: ofFile }) =>
    Object.entries(ofFile).map(([spec, ms]) => ({ spec: spec.endsWith('spec.ts') ? spec : relative(root, path), ms })),
  );
  const sums = new Map();
  for (const { spec, ms } of spent) sums.set(spec, (sums.get(spec) ?? 0) + ms);
  const slowest = [...sums].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
  console.log('\nthe slowest, in seconds:');
  for (const [spec, ms] of slowest) console.log(`${String(Math.round(ms / 1_000)).padStart(5)}  ${spec}`);
}

/**
 * Builds what is stale, starts what the suites share, lets `use` run them, and removes all of it.
 * @param use gets the directory of the run, and `suitesOf(args, env)`, which runs jest and resolves with its suites and ending
 * @returns what `use` does, and the seconds of processor and wall time; processor time is undefined where it cannot be measured
 */
export async function testRun(use) {
  await prepare().catch(fail);
  const startedAt = Date.now();
  const run = scratch();
  const processorTime = new ProcessorTime(run.directory);
  const queueStore = await redis(run);
  console.log(
    queueStore
      ? `Queue suites: on PostgreSQL and on Redis (${queueStore.from}).`
      : 'Queue suites: on PostgreSQL only. To run them on Redis, set REDIS_URL or install redis-server.',
  );
  const results = join(run.directory, 'results.json');
  const suitesOf = async (args, env = {}) => {
    rmSync(results, { force: true });
    const shared = { ...process.env, TEST_RESULTS: results, ...(queueStore && { TEST_REDIS_URL: queueStore.url }) };
    const ending = await jest(args, run, { ...shared, ...env });
    return { suites: readSuites(results), ending };
  };
  const result = await use({ directory: run.directory, suitesOf });
  processorTime.sample();
  await run.remove();
  const seconds = { processor: processorTime.stop(), wall: (Date.now() - startedAt) / 1_000 };
  return { result, seconds };
}

/** Prints what a run took. @param seconds of processor and wall time */
export function printSeconds({ processor, wall }) {
  const minutes = (each) => `${(each / 60).toFixed(1)} min`;
  console.log(
    `wall time: ${minutes(wall)}, processor time: ${processor ? minutes(processor) : 'not known without /proc'}`,
  );
}
