import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, prepare } from './prepare.mjs';
import { root } from './stale.mjs';

const REDIS_START_MS = 10_000;
const REDIS_POLL_MS = 50;

/** The Redis of REDIS_URL, else one of our own while the tests run, else undefined. */
async function redis(directory) {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, from: 'REDIS_URL', stop: () => {} };
  const port = await freePort();
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--dir', directory];
  const server = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...memoryOnly], {
    stdio: 'ignore',
  });
  const ended = Promise.race([once(server, 'exit'), once(server, 'error')]).catch(() => {});
  const ready = await Promise.race([answers(port), ended.then(() => false)]);
  const stop = async () => {
    server.kill();
    await ended;
  };
  if (ready) return { url: `redis://127.0.0.1:${port}`, from: 'a redis-server of this run', stop };
  if (server.pid !== undefined) await stop();
  return undefined;
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

/** Runs every jest project. Resolves with what ended jest: an exit code, or the name of a signal. */
async function jest(outputFile, env) {
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [program, '--json', `--outputFile=${outputFile}`, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  return code ?? signal;
}

function readSuites(outputFile) {
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8')).testResults;
  } catch {
    return [];
  }
}

/** Sums over all suites. A suite that failed without a failed test, such as one that does not load, counts as one. */
function count(suites, ending) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, status, assertionResults } of suites) {
    const failedBefore = sums.failed;
    for (const test of assertionResults) sums[test.status in sums ? test.status : 'skipped'] += 1;
    if (status === 'failed' && sums.failed === failedBefore) sums.failed += 1;
    if (status === 'failed') console.log(`failed: ${relative(root, name)}`);
  }
  if (ending !== 0 && sums.failed === 0) {
    console.log(`jest ended with ${ending} and named no failed test, which counts as one`);
    sums.failed = 1;
  }
  return sums;
}

await prepare().catch(fail);
const directory = mkdtempSync(join(tmpdir(), 'payments-test-'));
const queueStore = await redis(directory);
console.log(
  queueStore
    ? `Queue suites: on PostgreSQL and on Redis (${queueStore.from}).`
    : 'Queue suites: on PostgreSQL only. They did not run on Redis: no REDIS_URL is set and no redis-server started.',
);
const outputFile = join(directory, 'results.json');
let ending;
let suites;
try {
  ending = await jest(outputFile, { ...process.env, ...(queueStore && { TEST_REDIS_URL: queueStore.url }) });
  suites = readSuites(outputFile);
} finally {
  await queueStore?.stop();
  rmSync(directory, { recursive: true, force: true });
}

console.log(`\nsuites: ${suites.length}`);
const { passed, failed, skipped } = count(suites, ending);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
