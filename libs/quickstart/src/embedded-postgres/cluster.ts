import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { Place } from './cluster-location.js';
import { runProgram } from './run-program.js';

const SETTINGS_FILE = 'payments.conf';
const MAX_LOG_BYTES = 10_000_000;

/** For a two-core machine that also runs the api and the worker. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 200',
  'shared_buffers = 128MB',
  'effective_cache_size = 1GB',
  'max_parallel_workers_per_gather = 0',
  'jit = off',
  'io_method = sync',
  'random_page_cost = 1.1',
  // As much as an online backup needs.
  'wal_level = replica',
  'max_wal_senders = 0',
  'max_wal_size = 1GB',
  'checkpoint_timeout = 15min',
  'log_checkpoints = off',
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
];
/** For tests: no durability, and many services share one server. */
const NOT_DURABLE = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'wal_level = minimal',
  'autovacuum_naptime = 10min',
  'max_connections = 600',
];

/** Likewise. Services open many connections, and each computes its proof of the password anew. */
const NOT_DURABLE_CLUSTER = ['--no-sync', '--set=scram_iterations=1'];

/**
 * Creates the cluster if it is missing: UTF8, locale C, scram passwords. It becomes visible only when complete.
 * @throws EmbeddedPostgresError with the output of initdb when that fails.
 */
export async function ensureCluster(place: Place, password: string, durable: boolean): Promise<void> {
  if (existsSync(place.cluster)) return checkVersion(place);
  const unfinished = `${place.cluster}.new`;
  const passwordFile = join(place.home, 'password.tmp');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  give(place, unfinished);
  writeForServer(place, passwordFile, `${password}\n`);
  try {
    const { code, output } = await runProgram(place, 'initdb', initdbArguments(unfinished, passwordFile, durable));
    if (code !== 0) throw new EmbeddedPostgresError(`initdb failed in ${place.home}: ${output.split('\n').at(-1)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  appendFileSync(join(unfinished, 'postgresql.conf'), `\ninclude_if_exists = '${SETTINGS_FILE}'\n`);
  renameSync(unfinished, place.cluster);
}

function initdbArguments(directory: string, passwordFile: string, durable: boolean): string[] {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return ['-D', directory, ...locale, ...access, '--no-instructions', ...(durable ? [] : NOT_DURABLE_CLUSTER)];
}

/** Writes the settings of this start; true when they differ from the previous start. */
export function writeSettings(place: Place, port: number, durable: boolean): boolean {
  const path = join(place.cluster, SETTINGS_FILE);
  const text = `${[`port = ${port}`, ...SETTINGS, ...(durable ? [] : NOT_DURABLE)].join('\n')}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  writeForServer(place, path, text);
  return true;
}

/** Path of the server's log, writable by the server. A large log is truncated. */
export function prepareLog(place: Place): string {
  const path = join(place.home, 'server.log');
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > MAX_LOG_BYTES) writeForServer(place, path, '');
  return path;
}

function checkVersion(place: Place): void {
  const major = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  const [installed] = place.binaries.version.split('.');
  if (major === installed) return;
  throw new EmbeddedPostgresError(
    `the data in ${place.home} is from PostgreSQL ${major}, but the bundled server is ${installed}; set DATA_DIR to a new directory, or set DATABASE_URL to a server of version ${major}`,
  );
}

function writeForServer(place: Place, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  give(place, path);
}

function give(place: Place, path: string): void {
  if (place.account) chownSync(path, place.account.uid, place.account.gid);
}
