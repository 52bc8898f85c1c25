import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyRing } from '@payments/config';
import { eventually } from '@payments/testing';
import { freePortsInARow } from './free-ports.js';
import { ask } from './ask.js';
import { account, POSTGRES, run } from './debian-postgres.js';
import { Program } from './program.js';

const DATABASE = 'payments';
const STANZA = 'payments';

/** Why this machine cannot archive with pgBackRest, or undefined. */
export function lacksForArchive(): string | undefined {
  if (!existsSync(join(POSTGRES, 'bin/initdb'))) return `${POSTGRES} has no PostgreSQL`;
  return spawnSync('pgbackrest', ['version']).status === 0 ? undefined : 'pgbackrest is not installed';
}

/** A PostgreSQL whose log pgBackRest archives, as docs/operate/operations.md sets it up, with a migrated database. */
export class ArchivedDatabase {
  private constructor(
    private readonly directory: string,
    private readonly port: number,
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** `settings` are further environment variables. */
  static async create(settings: Readonly<Record<string, string>>): Promise<ArchivedDatabase> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-archived-'));
    chmodSync(directory, 0o711);
    const KEY_RING_FILE = join(directory, 'keys.json');
    writeFileSync(KEY_RING_FILE, JSON.stringify(generateKeyRing()), { mode: 0o600 });
    const port = await freePortsInARow(1);
    const environment = { DATABASE_URL: urlOf(port, DATABASE), KEY_RING_FILE, LOG_LEVEL: 'warn', ...settings };
    const database = new ArchivedDatabase(directory, port, environment);
    try {
      await database.set();
      return database;
    } catch (error) {
      database.drop();
      throw error;
    }
  }

  private async set(): Promise<void> {
    for (const place of ['server', 'repository', 'log', 'lock', 'spool']) {
      mkdirSync(this.at(place));
      if (account) chownSync(this.at(place), account.uid, account.gid);
    }
    const configuration = [
      '[global]',
      ...[`repo1-path=${this.at('repository')}`, 'repo1-retention-full=2', 'start-fast=y'],
      ...[`log-path=${this.at('log')}`, `lock-path=${this.at('lock')}`, `spool-path=${this.at('spool')}`],
      `[${STANZA}]`,
      ...[`pg1-path=${this.data}`, `pg1-port=${this.port}`, `pg1-socket-path=${this.at('server')}`],
      // Otherwise it signs in with the name of whoever runs the tests.
      'pg1-user=postgres',
    ];
    writeFileSync(this.at('pgbackrest.conf'), `${configuration.join('\n')}\n`);
    const initdb = ['-D', this.data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'];
    this.run(join(POSTGRES, 'bin/initdb'), ...initdb);
    const settings = [
      `port = ${this.port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${this.at('server')}'`,
      'archive_mode = on',
      `archive_command = 'pgbackrest --config=${this.at('pgbackrest.conf')} --stanza=${STANZA} archive-push %p'`,
      'fsync = off',
    ];
    appendFileSync(join(this.data, 'postgresql.conf'), `${settings.join('\n')}\n`);
    this.startServer();
    this.backRest('stanza-create');
    await ask(urlOf(this.port, 'postgres'), `CREATE DATABASE ${DATABASE}`);
    await this.command('migrate');
  }

  /** A full backup, while the server runs. */
  back(): void {
    this.backRest('backup', '--type=full');
  }

  /** Waits until the archive has all that was committed, as it has at the latest after archive_timeout. */
  async archive(): Promise<void> {
    const [segment] = await this.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await eventually('the log is archived', async () => {
      const [last] = await this.query<{ name: string }>('SELECT last_archived_wal AS name FROM pg_stat_archiver');
      return (last?.name ?? '') >= segment!.name;
    });
  }

  /** The server ends without a warning, and its disk is gone. */
  lose(): void {
    this.pgCtl('-m', 'immediate', 'stop');
    rmSync(this.data, { recursive: true });
  }

  /** Makes the server again as it was at a time, from the archive. */
  async restore(time: string): Promise<void> {
    mkdirSync(this.data, { mode: 0o700 });
    if (account) chownSync(this.data, account.uid, account.gid);
    this.backRest('restore', '--type=time', `--target=${time}`, '--target-action=promote');
    this.startServer();
    await eventually('the server accepts writes', async () => {
      const [state] = await this.query<{ is_recovering: boolean }>('SELECT pg_is_in_recovery() AS is_recovering');
      return !state!.is_recovering;
    });
  }

  /** Runs a command of the service. @throws Error when it fails */
  async command(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await Program.run('cli', { args, settings: this.environment });
    if (code !== 0) throw new Error(`payments ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout + stderr;
  }

  /** Runs a statement as the owner. */
  query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return ask(urlOf(this.port, DATABASE), sql, values);
  }

  /** Stops the server and removes all. */
  drop(): void {
    spawnSync(join(POSTGRES, 'bin/pg_ctl'), ['-D', this.data, '-m', 'immediate', 'stop'], { ...account });
    rmSync(this.directory, { recursive: true, force: true });
  }

  private startServer(): void {
    this.pgCtl('-l', this.at('server/log'), '-w', '-t', '60', 'start');
  }

  private pgCtl(...args: string[]): void {
    this.run(join(POSTGRES, 'bin/pg_ctl'), '-D', this.data, ...args);
  }

  private backRest(command: string, ...args: string[]): void {
    this.run('pgbackrest', `--config=${this.at('pgbackrest.conf')}`, `--stanza=${STANZA}`, ...args, command);
  }

  private run(program: string, ...args: string[]): void {
    run(program, args, { ...account, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  }

  private get data(): string {
    return this.at('server/data');
  }

  private at(name: string): string {
    return join(this.directory, name);
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}
