import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUpCluster, restoreCluster } from '../embedded-postgres/index.js';
import { QuickstartError } from '../quickstart.error.js';
import { DataDir } from './data-dir.js';
import { readJson, writePrivateJson } from './private-json.js';

/** Written last: a backup without it was not finished. */
const MANIFEST = 'backup.json';
const CLUSTER = 'cluster';
const SECRETS = ['keys', 'database', 'credentials'] as const;

export interface Backup {
  readonly directory: string;
  readonly started_at: string;
  /** The backup contains everything acknowledged before this instant. */
  readonly complete_until: string;
  readonly stop_lsn: string;
  readonly bytes: number;
}

/** Backs up the data of a running `npm start`. @throws QuickstartError when the directory is not empty, or no service runs. */
export async function createBackup(env: NodeJS.ProcessEnv, to: string): Promise<Backup> {
  const dataDir = new DataDir(env);
  const passwords = dataDir.passwords();
  if (env['DATABASE_URL'] || passwords === undefined) {
    throw new QuickstartError(
      `no embedded database in ${dataDir.path}; set DATA_DIR, or back up your own PostgreSQL with its own tools (docs/operate/operations.md)`,
    );
  }
  const directory = emptyDirectory('--to', to);
  const started_at = new Date().toISOString();
  for (const name of SECRETS)
    if (existsSync(dataDir[name])) copyPrivate(dataDir[name], join(directory, `${name}.json`));
  const copied = await backUpCluster({
    dataDir: dataDir.postgres,
    password: passwords.superuser,
    to: join(directory, CLUSTER),
  });
  // The backup may contain data encrypted under a key created meanwhile, so it would have to contain that key.
  if (!isSame(dataDir.keys, join(directory, 'keys.json'))) {
    throw new QuickstartError(
      `${dataDir.keys} changed during the backup; remove ${directory} and create the backup again`,
    );
  }
  const manifest = { started_at, ...copied };
  writePrivateJson(join(directory, MANIFEST), manifest);
  return { directory, ...manifest };
}

/** Restores a backup for `npm start`. @throws QuickstartError when DATA_DIR has data, or the backup is incomplete. */
export function restoreBackup(env: NodeJS.ProcessEnv, from: string): Backup {
  const directory = resolve(from);
  const manifest = readJson<Omit<Backup, 'directory'>>(join(directory, MANIFEST));
  if (manifest?.stop_lsn === undefined) {
    throw new QuickstartError(
      `--from: ${directory} has no complete backup; specify a directory written by 'backup create'`,
    );
  }
  const dataDir = new DataDir(env);
  if (existsSync(dataDir.credentials) || existsSync(dataDir.keys) || existsSync(dataDir.postgres)) {
    throw new QuickstartError(`DATA_DIR: ${dataDir.path} already contains data; set it to a new directory`);
  }
  dataDir.make();
  for (const name of SECRETS) {
    const file = join(directory, `${name}.json`);
    if (existsSync(file)) copyPrivate(file, dataDir[name]);
  }
  restoreCluster({ dataDir: dataDir.postgres, from: join(directory, CLUSTER) });
  return { directory, ...(manifest as Omit<Backup, 'directory'>) };
}

function isSame(...paths: [string, string]): boolean {
  const [one, other] = paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined));
  return one === other;
}

function emptyDirectory(option: string, path: string): string {
  const directory = resolve(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (readdirSync(directory).length > 0)
    throw new QuickstartError(`${option}: ${directory} is not empty; specify a new directory`);
  chmodSync(directory, 0o700);
  return directory;
}

function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}
