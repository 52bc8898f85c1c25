import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { existingHome, preparePlace, rememberHome } from './cluster-location.js';
import { runningEmbeddedPostgres } from './embedded-postgres.js';

/** Files that the server creates at startup. The write-ahead log is copied last. */
const LEFT_OUT = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...['postmaster.pid', 'postmaster.opts'],
];
const TEMPORARY = /^pgsql_tmp|^t\d+_\d+/;
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
const CHUNK_BYTES = 1 << 20;

export interface ClusterBackup {
  /** The backup contains every commit before this instant, and possibly a few later ones. */
  readonly complete_until: string;
  readonly stop_lsn: string;
  readonly bytes: number;
}

/** The inputs of a backup: a running server's directory and superuser, and an empty directory. */
export interface BackupSource {
  readonly dataDir: string;
  readonly password: string;
  readonly to: string;
}

/**
 * Copies the cluster of a running server by PostgreSQL's online backup procedure: the files in any state, the backup
 * label, and the write-ahead log from the start of the backup to its end.
 * @throws EmbeddedPostgresError when no server runs on the data directory.
 */
export async function backUpCluster({ dataDir, password, to }: BackupSource): Promise<ClusterBackup> {
  const url = runningEmbeddedPostgres({ dataDir, password });
  if (url === undefined)
    throw new EmbeddedPostgresError(`no embedded Postgres runs on ${dataDir}; run "npm start" first`);
  const cluster = join(existingHome(resolve(dataDir))!, 'cluster');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The temporary slot keeps the server from removing write-ahead log before it is copied.
    await client.query(`SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
    const begun = await client.query<{ segment: string }>(
      `SELECT pg_walfile_name(pg_backup_start('payments', fast => true)) AS segment`,
    );
    let bytes = await copyTree(cluster, to, '');
    const complete_until = new Date().toISOString();
    const ended = await client.query<{ lsn: string; labelfile: string; spcmapfile: string }>(
      `SELECT lsn::text, labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)`,
    );
    const { lsn, labelfile, spcmapfile } = ended.rows[0]!;
    if (spcmapfile !== '')
      throw new EmbeddedPostgresError(
        'the database has tablespaces, which this backup does not support; use the tools of PostgreSQL',
      );
    writeFileSync(join(to, 'backup_label'), labelfile, { mode: 0o600, flush: true });
    for (const name of LEFT_OUT.filter((each) => each.startsWith('pg_'))) mkdirSync(join(to, name), { mode: 0o700 });
    const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => WAL_SEGMENT.test(name));
    for (const name of segments.filter((each) => each >= begun.rows[0]!.segment)) {
      bytes += await copy(join(cluster, 'pg_wal', name), join(to, 'pg_wal', name));
    }
    return { complete_until, stop_lsn: lsn, bytes };
  } finally {
    await client.end();
  }
}

/**
 * Restores a cluster to where the server of that data directory expects it; the next start replays the write-ahead log.
 * @throws EmbeddedPostgresError when a cluster already exists.
 */
export function restoreCluster({ dataDir, from }: { readonly dataDir: string; readonly from: string }): void {
  const place = preparePlace(resolve(dataDir), () => undefined);
  if (existsSync(place.cluster)) {
    throw new EmbeddedPostgresError(`${place.home} already contains a database; restore into another DATA_DIR`);
  }
  const give = (path: string, mode: number) => {
    chmodSync(path, mode);
    if (place.account) chownSync(path, place.account.uid, place.account.gid);
  };
  const put = (source: string, target: string) => {
    if (!lstatSync(source).isDirectory()) {
      copyFileSync(source, target);
      return give(target, 0o600);
    }
    mkdirSync(target, { mode: 0o700 });
    give(target, 0o700);
    for (const name of readdirSync(source)) put(join(source, name), join(target, name));
  };
  put(from, place.cluster);
  rememberHome(resolve(dataDir), place.home);
}

async function copyTree(from: string, to: string, below: string): Promise<number> {
  let bytes = 0;
  mkdirSync(join(to, below), { recursive: true, mode: 0o700 });
  const entries = await readdir(join(from, below), { withFileTypes: true });
  // The control file comes last: it must not be older than the files it describes.
  entries.sort((a, b) => Number(a.name === 'pg_control') - Number(b.name === 'pg_control'));
  for (const entry of entries) {
    if ((below === '' && LEFT_OUT.includes(entry.name)) || TEMPORARY.test(entry.name)) continue;
    const path = join(below, entry.name);
    if (entry.isDirectory()) bytes += await copyTree(from, to, path);
    else bytes += await copy(join(from, path), join(to, path));
  }
  return bytes;
}

// Read in chunks: the write-ahead log repairs a file that grows, shrinks or disappears meanwhile.
async function copy(from: string, to: string): Promise<number> {
  const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (source === undefined) return 0;
  const target = await open(to, 'wx', 0o600);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      await target.write(chunk, 0, bytesRead);
      bytes += bytesRead;
    }
    await target.sync();
    return bytes;
  } finally {
    await source.close();
    await target.close();
  }
}
