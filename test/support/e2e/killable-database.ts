import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The PostgreSQL of the quick start, as durable as there, with a migrated database: a separate server to kill. */
export class KillableDatabase {
  private constructor(
    /** Holds everything of it, or says where that is. */
    readonly directory: string,
    private readonly postgres: EmbeddedPostgres,
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** `settings` are further environment variables; its data goes below `parent`. */
  static async create(settings: Readonly<Record<string, string>>, parent = tmpdir()): Promise<KillableDatabase> {
    const directory = mkdtempSync(join(parent, 'payments-killed-'));
    // The account of the server passes through, or its data would go elsewhere.
    chmodSync(directory, 0o711);
    const KEY_RING_FILE = join(directory, 'keys.json');
    writeFileSync(KEY_RING_FILE, JSON.stringify(generateKeyRing()), { mode: 0o600 });
    // A port that no outgoing connection gets while the server is down.
    const { api: port } = await freePorts();
    const password = randomBytes(16).toString('hex');
    const postgres = new EmbeddedPostgres({ dataDir: join(directory, 'postgres'), password, port });
    const { adminUrl } = await postgres.start();
    await ask(adminUrl, `CREATE DATABASE ${DATABASE}`);
    const url = new URL(adminUrl);
    url.pathname = `/${DATABASE}`;
    const environment = { DATABASE_URL: url.toString(), KEY_RING_FILE, LOG_LEVEL: 'warn', ...settings };
    const { code, stderr } = await Program.run('cli', { args: ['migrate'], settings: environment });
    if (code !== 0) throw new Error(`migrate: ${stderr}`);
    return new KillableDatabase(directory, postgres, environment);
  }

  /** Runs a statement as the owner, on a separate connection. */
  query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return ask(this.environment['DATABASE_URL']!, sql, values);
  }

  /** SIGKILL of the server: of all its processes, or of the first one only, and then the others end what they have begun. */
  async kill({ whole }: { readonly whole: boolean }): Promise<void> {
    const [pid, ...others] = await this.pids();
    for (const each of whole ? [pid, ...others] : [pid]) sigkill(each);
    await eventually('the server is gone', () => Promise.resolve(!lives(pid)));
  }

  /** Of its first process, and then of all others. */
  private async pids(): Promise<[number, ...number[]]> {
    const [server] = await this.query<{ directory: string; pids: number[] }>(
      `SELECT current_setting('data_directory') AS directory, array_agg(pid) AS pids FROM pg_stat_activity
       WHERE pid <> pg_backend_pid()`,
    );
    const pid = Number(readFileSync(join(server!.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [pid, ...server!.pids];
  }

  /** SIGSTOP of all its processes: it keeps its connections, and does not respond until `goOn` is called. */
  async freeze(): Promise<{ readonly goOn: () => void }> {
    const pids = await this.pids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return { goOn: () => pids.forEach((pid) => process.kill(pid, 'SIGCONT')) };
  }

  /** Starts the killed server again, which recovers from its log. */
  async restart(): Promise<void> {
    await this.postgres.stop();
    await this.postgres.start();
  }

  /** Stops the server; its data stays. */
  async stop(): Promise<void> {
    await this.postgres.stop();
  }

  /** Stops the server and removes its data. */
  async drop(): Promise<void> {
    await this.postgres.destroy();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function sigkill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
