// What a benchmark plays on: a separate, durable PostgreSQL, one enterprise with a verified account, and servers.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 60_000;

export const POOL_SIZE = 10;
export const API = 'dist/apps/api/src/main.js';
export const WORKER = 'dist/apps/worker/src/main.js';
/** Of each process that is measured: as fast as it can is the question here. */
export const BUSY_SETTINGS = {
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  RATE_LIMIT_READS: '1000000',
  RATE_LIMIT_WRITES: '1000000',
  PUBLIC_BASE_URL: 'http://bench.test',
  PUBLIC_VAULT_URL: 'http://vault.bench.test',
};
const library = (name) => require(join(root, `dist/libs/${name}/src/index.js`));
const { generateKeyRing, loadConfig } = library('config');
const { migrate } = library('messaging');
const { loginUrl } = library('persistence');
const { HEAP_OPTIONS, EmbeddedPostgres } = library('quickstart');
const { migrations } = require(join(root, 'dist/migrations/index.js'));

/** @returns the stage on a migrated database; `another` is a further one on the same server,
 *  and has `stopServers`, `settle` is called between measurements, `close` removes everything. */
export async function setStage() {
  const directory = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  const postgres = new EmbeddedPostgres({
    dataDir: join(directory, 'postgres'),
    password: randomBytes(16).toString('hex'),
  });
  const keyRingFile = join(directory, 'keys.json');
  writeFileSync(keyRingFile, JSON.stringify(generateKeyRing()), { mode: 0o600 });
  const { adminUrl } = await postgres.start();
  const servers = [];
  const closing = [];
  const onDatabase = async (name, template) => {
    const env = {
      DATABASE_URL: await createDatabase(adminUrl, name, template),
      KEY_RING_FILE: keyRingFile,
      ...BUSY_SETTINGS,
    };
    const config = loadConfig(env);
    await migrate({ config, migrations });
    const own = [];
    const start = async (script, extra = {}) => {
      const server = await startServer(script, { ...env, ...extra });
      servers.push(server);
      own.push(server);
      return server;
    };
    // The connections of all databases are of one server.
    const stopServers = async () => {
      for (const server of own) await server.stop();
    };
    return { env, config, appUrl: await loginUrl(config), start, stopServers };
  };
  const first = await onDatabase('bench');
  return {
    ...first,
    another: onDatabase,
    settle: () => settle(first),
    write: (name, text) => {
      const path = join(directory, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    },
    closes: (work) => closing.push(work),
    close: async () => {
      for (const work of closing) await work();
      for (const server of servers) await server.stop();
      await postgres.destroy();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A connection of the owner, above row-level security. */
export async function ownerOf({ config }) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: config.databaseUrl, statement_timeout: 0 });
  await client.connect();
  return client;
}

// What was measured before must not weigh on what comes next: tables that have grown a thousandfold within seconds are
// planned as if they were empty until they are analysed, requests queue for connections, and some are refused after a
// second. Nor is a checkpoint of what others wrote to fall into a measurement.
async function settle(database) {
  const owner = await ownerOf(database);
  try {
    await owner.query('VACUUM ANALYZE');
    await owner.query('CHECKPOINT');
  } finally {
    await owner.end();
  }
}

async function createDatabase(adminUrl, name, template = 'template1') {
  const { Client } = require('pg');
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts a process of the service, or of a benchmark, on ports of its own. */
export async function startServer(script, env) {
  const [port, vaultPort, statePort] = await Promise.all([freePort(), freePort(), freePort()]);
  // A worker serves nothing but its own state, one port above that of the setting.
  const isWorker = script.endsWith(WORKER);
  const metricsPort = isWorker ? statePort - 1 : statePort;
  const ports = { PORT: String(port), VAULT_PORT: String(vaultPort), METRICS_PORT: String(metricsPort) };
  // The log goes where a busy operator's would: to a file descriptor that costs a write.
  const child = spawn(process.execPath, [...HEAP_OPTIONS, resolve(root, script)], {
    env: { ...process.env, ...env, ...ports },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const state = isWorker ? `http://127.0.0.1:${statePort}` : url;
  const deadline = Date.now() + READY_MS;
  while (
    !(await fetch(`${state}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${script} did not start`);
    await sleep(50);
  }
  return {
    url,
    metrics: `http://127.0.0.1:${statePort}/metrics`,
    pid: child.pid,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

export { library, require, root };
