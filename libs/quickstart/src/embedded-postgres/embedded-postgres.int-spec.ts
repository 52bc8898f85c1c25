import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { existingHome } from './cluster-location.js';
import { processIdentity } from './process-identity.js';

const password = "p'ss /word";
const log = jest.fn();
let dataDir: string;
let servers: EmbeddedPostgres[];

const server = () => {
  const made = new EmbeddedPostgres({ dataDir, password, durable: false, log });
  servers.push(made);
  return made;
};

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
};

const pidFile = () => join(existingHome(dataDir) ?? '', 'cluster', 'postmaster.pid');
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

/** The state after a SIGKILL of the process that started the server: the lock, with a dead pid. */
const forgetOwner = async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const lock = { pid: gone.pid, identity: 'an earlier run', token: 'earlier' };
  writeFileSync(join(dataDir, 'embedded-postgres.lock'), JSON.stringify(lock));
};

const untilGone = async (pid: number) => {
  while (processIdentity(pid) !== undefined) await new Promise((done) => setTimeout(done, 20));
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.slice(1).map((one) => one.stop()));
  await servers[0]?.destroy();
});

test('keeps data and port from one start to the next, and is UTF8 with locale C', async () => {
  const first = await server().start();
  await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 7 AS value');
  expect(await query(first.adminUrl, "SELECT datcollate FROM pg_database WHERE datname = 'postgres'")).toEqual(['C']);
  expect(await query(first.adminUrl, 'SHOW server_encoding')).toEqual(['UTF8']);
  await servers[0]?.stop();
  expect(existsSync(pidFile())).toBe(false);

  const second = await server().start();
  expect(second.adminUrl).toBe(first.adminUrl);
  expect(await query(second.adminUrl, 'SELECT value FROM kept')).toEqual([7]);
});

test('refuses a wrong password', async () => {
  const { adminUrl } = await server().start();
  const wrong = new URL(adminUrl);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('takes over the server that a killed process left running', async () => {
  const first = await server().start();
  const pid = postmasterPid();
  await forgetOwner();

  const second = await server().start();
  expect(second.adminUrl).toBe(first.adminUrl);
  expect(postmasterPid()).toBe(pid);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('taking over'));
});

test('starts after a SIGKILL of the server, also when its pid belongs to another program by now', async () => {
  await server().start();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  await untilGone(pid);
  await forgetOwner();
  const stale = readFileSync(pidFile(), 'utf8');
  writeFileSync(pidFile(), stale.replace(/^\d+/, String(process.pid)));

  const { adminUrl } = await server().start();
  expect(await query(adminUrl, 'SELECT 1')).toEqual([1]);
});

test('says in one line that another process uses the data directory', async () => {
  await server().start();
  await expect(server().start()).rejects.toThrow(
    /^.* is in use by process \d+; stop that process, or set DATA_DIR to another directory$/,
  );
});
