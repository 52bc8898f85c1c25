import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyRing } from '@payments/config';
import { EmbeddedPostgres } from '@payments/quickstart';
import { eventually } from '@payments/testing';
import { ask } from './ask.js';
import { freePorts } from './free-ports.js';
import { Program } from './program.js';
import { lives } from './start-directory.js';

const DATABASE = 'payments';

/** A PostgreSQL whose commits wait for its standby, as a cluster manager would set it up, with a migrated database. */
export class ReplicatedDatabase {
  private constructor(
    private readonly directory: string,
    private readonly servers: { readonly primary: EmbeddedPostgres; readonly standby: EmbeddedPostgres },
    private readonly urls: { readonly primary: string; readonly standby: string },
    readonly environment: Readonly<Record<string, string>>,
    private isPromoted = false,
  ) {}

  /** `settings` are further environment variables. */
  static async create(settings: Readonly<Record<string, string>>): Promise<ReplicatedDatabase> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-replicated-'));
    // The account of the servers passes through.
    chmodSync(directory, 0o711);
    const KEY_RING_FILE = join(directory, 'keys.json');
    writeFileSync(KEY_RING_FILE, JSON.stringify(generateKeyRing()), { mode: 0o600 });
    const { api: port, vault: standbyPort } = await freePorts();
    const password = randomBytes(16).toString('hex');
    const server = (name: string, at: number) =>
      new EmbeddedPostgres({ dataDir: join(directory, name), password, port: at });
    const [primary, standby] = [server('primary', port), server('standby', standbyPort)];
    const { adminUrl } = await primary.start();
    await ask(adminUrl, `CREATE DATABASE ${DATABASE}`);
    await ask(adminUrl, 'ALTER SYSTEM SET max_wal_senders = 4');
    const [place] = await ask<{ directory: string }>(adminUrl, `SELECT current_setting('data_directory') AS directory`);
    await primary.stop();
    copyAsStandby(place!.directory, `host=127.0.0.1 port=${port} user=postgres password=${password}`);
    await primary.start();
    await standby.start();
    await ask(adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await ask(adminUrl, 'SELECT pg_reload_conf()');
    await eventually('commits wait for the standby', async () => {
      const states = await ask<{ sync_state: string }>(adminUrl, 'SELECT sync_state FROM pg_stat_replication');
      return states[0]?.sync_state === 'sync';
    });
    const urlAt = (...ports: number[]) =>
      `postgres://postgres:${password}@${ports.map((each) => `127.0.0.1:${each}`).join(',')}/${DATABASE}`;
    // The standby stands first: processes find the primary by themselves.
    const DATABASE_URL = `${urlAt(standbyPort, port)}?target_session_attrs=read-write`;
    const environment = { DATABASE_URL, KEY_RING_FILE, LOG_LEVEL: 'warn', ...settings };
    const { code, stderr } = await Program.run('cli', { args: ['migrate'], settings: environment });
    if (code !== 0) throw new Error(`migrate: ${stderr}`);
    const urls = { primary: urlAt(port), standby: urlAt(standbyPort) };
    return new ReplicatedDatabase(directory, { primary, standby }, urls, environment);
  }

  /** Runs a statement as the owner, on a separate connection to the server that accepts writes. */
  query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return ask(this.isPromoted ? this.urls.standby : this.urls.primary, sql, values);
  }

  /** SIGKILL of the primary; the standby becomes the primary. */
  async failOver(): Promise<void> {
    const [place] = await this.query<{ directory: string }>(`SELECT current_setting('data_directory') AS directory`);
    const pid = Number(readFileSync(join(place!.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await eventually('the primary is gone', () => Promise.resolve(!lives(pid)));
    await ask(this.urls.standby, 'SELECT pg_promote()');
    this.isPromoted = true;
  }

  /** Stops the servers and removes their data. */
  async drop(): Promise<void> {
    await Promise.all([this.servers.primary.destroy(), this.servers.standby.destroy()]);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

// A stopped server's files are a base backup.
function copyAsStandby(cluster: string, primary: string): void {
  const [from, to] = [join(cluster, '..'), join(cluster, '../../standby')];
  const { status, stderr } = spawnSync('cp', ['-a', from, to]);
  if (status !== 0) throw new Error(`cp: ${String(stderr)}`);
  const { uid, gid } = statSync(cluster);
  const signal = join(to, 'cluster/standby.signal');
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
  appendFileSync(join(to, 'cluster/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
}
