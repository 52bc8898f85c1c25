import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makePrivateDirectory } from './account.js';
import { program } from './binaries.js';
import { ensureCluster, prepareLog, writeSettings } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { LockFile } from './lock-file.js';
import { LOCK_NAME, existingHome, preparePlace, rememberHome } from './cluster-location.js';
import type { Place } from './cluster-location.js';
import { removeStalePid, runningPostmaster, runsProgram } from './postmaster.js';
import { runProgram } from './run-program.js';

export interface EmbeddedPostgresOptions {
  /** Directory for this server only; its parent must exist or be creatable. */
  readonly dataDir: string;
  /** Password of the superuser `postgres`, set when the cluster is created. */
  readonly password: string;
  /** TCP port on 127.0.0.1; without it a free port is chosen and reused by later starts. */
  readonly port?: number;
  /** false only in tests: a crash of the machine may then lose the cluster. Default true. */
  readonly durable?: boolean;
  /** Receives a line for unusual actions (a server adopted, another directory used). */
  readonly log?: (line: string) => void;
}

const ATTEMPTS = 5;
const RETRY_MS = 300;
const STOP_SECONDS = 20;

/**
 * A PostgreSQL server from the binaries of an npm package, for development and tests. It survives a kill of this
 * process; the next start() on the same data directory takes it over.
 */
export class EmbeddedPostgres {
  private dataDir: string;
  private readonly durable: boolean;
  private readonly log: (line: string) => void;
  private lock: LockFile | undefined;
  private place: Place | undefined;

  constructor(private readonly options: EmbeddedPostgresOptions) {
    this.dataDir = resolve(options.dataDir);
    this.durable = options.durable ?? true;
    this.log = options.log ?? (() => undefined);
  }

  /**
   * Starts the server, or takes over the one that already runs on this data directory.
   * @returns the address of the superuser, with the password.
   * @throws EmbeddedPostgresError when another process uses the data directory, or the server cannot run here.
   */
  async start(): Promise<{ adminUrl: string }> {
    this.takeLock();
    try {
      const place = preparePlace(this.dataDir, this.log);
      this.place = place;
      await ensureCluster(place, this.options.password, this.durable);
      rememberHome(this.dataDir, place.home);
      return { adminUrl: (await this.adopt(place)) ?? (await this.launch(place)) };
    } catch (error) {
      this.releaseLock();
      throw error;
    }
  }

  /** Whether the server that start() started or took over is alive. */
  isRunning(): boolean {
    return this.place !== undefined && runningPostmaster(this.place.cluster) !== undefined;
  }

  /** Stops the server: open transactions are rolled back, committed data is on disk. Does nothing before start(). */
  async stop(): Promise<void> {
    if (this.lock && this.place) await stopServer(this.place);
    this.releaseLock();
  }

  /** Stops the server and removes its data. */
  async destroy(): Promise<void> {
    const home = this.place?.home;
    await this.stop();
    for (const path of [home, this.dataDir]) if (path) rmSync(path, { recursive: true, force: true });
  }

  private async adopt(place: Place): Promise<string | undefined> {
    const running = runningPostmaster(place.cluster);
    if (!running) return undefined;
    const wanted = this.options.port ?? running.port;
    const usable = wanted === running.port && runsProgram(running, program(place.binaries, 'postgres'));
    if (usable && !writeSettings(place, running.port, this.durable)) {
      const adminUrl = urlOf(running.port, this.options.password);
      if ((await login(adminUrl)) === undefined) {
        this.log(`taking over the Postgres server that is still running (pid ${running.pid})`);
        return adminUrl;
      }
    }
    await stopServer(place);
    return undefined;
  }

  private async launch(place: Place): Promise<string> {
    removeStalePid(place.cluster);
    const logFile = prepareLog(place);
    let failure = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const port = this.options.port ?? (await rememberedPort(place));
      writeSettings(place, port, this.durable);
      const { code } = await runProgram(place, 'pg_ctl', ['start', '-w', '-s', '-D', place.cluster, '-l', logFile]);
      if (code === 0) return this.verified(place, port);
      failure = lastFatal(logFile);
      // A killed server's last processes may hold its memory or port for a moment.
      await sleep(RETRY_MS * (attempt + 1));
    }
    throw new EmbeddedPostgresError(`the embedded Postgres did not start: ${failure} (see ${logFile})`);
  }

  private async verified(place: Place, port: number): Promise<string> {
    const adminUrl = urlOf(port, this.options.password);
    const problem = await login(adminUrl);
    if (problem === undefined) return adminUrl;
    await stopServer(place);
    throw new EmbeddedPostgresError(
      `the embedded Postgres in ${place.home} rejects the login (${problem}); restore database.json from its first start, or delete ${this.dataDir} to start with an empty database`,
    );
  }

  private takeLock(): void {
    makePrivateDirectory(this.dataDir);
    this.dataDir = realpathSync(this.dataDir);
    const lock = new LockFile(join(this.dataDir, LOCK_NAME));
    const holder = lock.acquire();
    if (holder !== undefined) {
      throw new EmbeddedPostgresError(
        `${this.dataDir} is in use by process ${holder}; stop that process, or set DATA_DIR to another directory`,
      );
    }
    this.lock = lock;
  }

  private releaseLock(): void {
    this.lock?.release();
    this.lock = undefined;
  }
}

/** The address of the superuser of a server that runs now, started by this or another process; else `undefined`. */
export function runningEmbeddedPostgres(options: { dataDir: string; password: string }): string | undefined {
  const dataDir = resolve(options.dataDir);
  const home = existsSync(dataDir) ? existingHome(realpathSync(dataDir)) : undefined;
  const running = home && runningPostmaster(join(home, 'cluster'));
  return running ? urlOf(running.port, options.password) : undefined;
}

async function stopServer(place: Place): Promise<void> {
  if (!runningPostmaster(place.cluster)) return;
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-w', '-s', '-m', mode, '-t', String(STOP_SECONDS), '-D', place.cluster];
    if ((await runProgram(place, 'pg_ctl', args)).code === 0) return;
  }
  throw new EmbeddedPostgresError(
    `the embedded Postgres in ${place.home} does not stop; kill the process named in postmaster.pid`,
  );
}

function urlOf(port: number, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

async function login(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function rememberedPort(place: Place): Promise<number> {
  const path = join(place.home, 'port');
  const remembered = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  const port = (remembered > 0 && (await listenOnce(remembered))) || (await listenOnce(0)) || 0;
  writeFileSync(path, `${port}\n`);
  return port;
}

/** Binds the port briefly (0: any free one); `undefined` when it is in use. */
function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

function lastFatal(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const line = lines.findLast((text) => text.includes('FATAL:')) ?? lines.at(-1) ?? 'no reason in the log';
  return line.replace(/^.*?FATAL:\s*/, '');
}
