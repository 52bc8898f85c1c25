import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { generateKeyRing } from '@payments/config';
import { eventually, TEMPLATE } from '@payments/testing';
import { freePortsInARow } from './free-ports.js';
import { ask } from './ask.js';
import { account, POSTGRES, run } from './debian-postgres.js';
import { Program } from './program.js';

const SHARED = '/usr/share/postgresql/15';
const HEADER = '/usr/include/postgresql/15/server/postgres.h';
const CACHE = join(__dirname, '../../../node_modules/.cache');
const DATABASE = TEMPLATE;
const NODES = 3;
const CONFIGURATION = [
  `shared_preload_libraries = 'citus'`,
  `citus.propagate_set_commands = 'local'`,
  'citus.enable_unsafe_triggers = on',
  'citus.shard_count = 6',
  'max_prepared_transactions = 100',
  'max_connections = 1000',
  'max_worker_processes = 32',
  'shared_buffers = 64MB',
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'fsync = off',
].join('\n');

/** Why this machine cannot run Citus, or undefined: the source of Citus is named by CITUS_SOURCE. */
export function lacksForCitus(): string | undefined {
  const source = process.env['CITUS_SOURCE'];
  if (source === undefined) return 'CITUS_SOURCE names no source of Citus';
  if (!existsSync(source)) return `CITUS_SOURCE: ${source} does not exist`;
  if (!existsSync(HEADER)) return `${POSTGRES} has no postgresql-server-dev-15 to build Citus with`;
  return undefined;
}

/** Three servers with Citus on loopback, the first of them the coordinator, with a migrated and distributed database. */
export class CitusCluster {
  private constructor(
    private readonly directory: string,
    private readonly bin: string,
    private readonly ports: readonly number[],
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** `settings` are further environment variables. */
  static async create(settings: Readonly<Record<string, string>>): Promise<CitusCluster> {
    const bin = join(builtServer(), 'bin');
    const directory = mkdtempSync(join(tmpdir(), 'payments-citus-'));
    chmodSync(directory, 0o711);
    const KEY_RING_FILE = join(directory, 'keys.json');
    writeFileSync(KEY_RING_FILE, JSON.stringify(generateKeyRing()), { mode: 0o600 });
    const first = await freePortsInARow(NODES);
    const ports = Array.from({ length: NODES }, (_, index) => first + index);
    const environment = { DATABASE_URL: urlOf(first), KEY_RING_FILE, LOG_LEVEL: 'warn', ...settings };
    const cluster = new CitusCluster(directory, bin, ports, environment);
    try {
      await cluster.start();
      return cluster;
    } catch (error) {
      cluster.drop();
      throw error;
    }
  }

  private async start(): Promise<void> {
    const { ports } = this;
    for (const index of ports.keys()) this.initialize(index);
    for (const port of ports) {
      await ask(urlOf(port, 'postgres'), `CREATE DATABASE ${DATABASE}`);
      await ask(urlOf(port), 'CREATE EXTENSION citus');
    }
    await this.query(`SELECT citus_set_coordinator_host('127.0.0.1', ${ports[0]})`);
    for (const port of ports.slice(1)) await this.query(`SELECT citus_add_node('127.0.0.1', ${port})`);
    await this.command('migrate');
    await this.command('distribute');
  }

  /**
   * Leaves the database to be copied, by suites with a separate database each: nothing connects to it any more.
   * @returns the environment of a test run whose databases are on these servers
   */
  async asTemplate(): Promise<Record<string, string>> {
    const servers = this.ports.map((port) => urlOf(port, 'postgres'));
    for (const server of servers) {
      await ask(server, `ALTER DATABASE ${DATABASE} WITH ALLOW_CONNECTIONS false`);
      await ask(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`);
    }
    return { TEST_ON_SERVERS: servers.join(' '), TEST_KEY_RING_FILE: this.environment['KEY_RING_FILE']! };
  }

  /** Runs a command of the service. @throws Error when it fails */
  async command(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await Program.run('cli', { args, settings: this.environment });
    if (code !== 0) throw new Error(`payments ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout + stderr;
  }

  /** Runs a statement as the owner on the coordinator. */
  query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return ask(urlOf(this.ports[0]!), sql, values);
  }

  /** SIGKILL of all of a node but the coordinator. */
  killNode(index: number): void {
    const pid = Number(readFileSync(join(this.dataOf(index), 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  }

  /** Starts a killed node again, once what it left behind has ended. */
  async restartNode(index: number): Promise<void> {
    await eventually('the node is back', () => {
      try {
        this.startNode(index);
        return Promise.resolve(true);
      } catch {
        return Promise.resolve(false);
      }
    });
  }

  private startNode(index: number): void {
    this.run('pg_ctl', '-D', this.dataOf(index), '-l', this.logOf(index), '-w', '-t', '60', 'start');
  }

  /** The errors that the coordinator has logged, with what follows each. */
  errors(): string[] {
    const entries = readFileSync(this.logOf(0), 'utf8').split(/\n(?=\d{4}-\d\d-\d\d )/);
    return entries.flatMap((entry, at) =>
      / (ERROR|FATAL|PANIC): {2}/.test(entry)
        ? [
            entries
              .slice(at, at + 4)
              .join('\n')
              .slice(0, 2_000),
          ]
        : [],
    );
  }

  /** Stops the servers and removes their data. */
  drop(): void {
    for (const index of this.ports.keys()) {
      spawnSync(join(this.bin, 'pg_ctl'), ['-D', this.dataOf(index), '-m', 'immediate', 'stop'], { ...account });
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private initialize(index: number): void {
    const home = join(this.directory, `node-${index}`);
    mkdirSync(home);
    if (account) chownSync(home, account.uid, account.gid);
    this.run(
      'initdb',
      '-D',
      this.dataOf(index),
      '-A',
      'trust',
      '-U',
      'postgres',
      '--no-sync',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    );
    appendFileSync(join(this.dataOf(index), 'postgresql.conf'), `${CONFIGURATION}\nport = ${this.ports[index]}\n`);
    this.startNode(index);
  }

  private run(program: string, ...args: string[]): void {
    // The servers look for certificates at home when they connect to each other.
    const env = { ...process.env, HOME: this.directory };
    run(join(this.bin, program), args, { ...account, env, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  }

  private dataOf(index: number): string {
    return join(this.directory, `node-${index}`, 'data');
  }

  private logOf(index: number): string {
    return join(this.directory, `node-${index}`, 'log');
  }
}

function urlOf(port: number, database = DATABASE): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** Debian's server with Citus in it, built once: a copy, because an installed server is not ours to change. */
function builtServer(): string {
  const source = process.env['CITUS_SOURCE']!;
  const place = join(CACHE, basename(source, '.tar.gz'));
  const server = join(place, POSTGRES);
  if (existsSync(server)) return server;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'));
  try {
    for (const folder of [POSTGRES, SHARED]) {
      cpSync(folder, join(unfinished, folder), { recursive: true, verbatimSymlinks: true });
    }
    const work = join(unfinished, 'build');
    mkdirSync(work);
    run('tar', ['-xzf', source, '-C', work], {});
    const code = join(work, readdirSync(work)[0]!);
    // Newer headers of PostgreSQL 15 have a function of this name themselves.
    const header = join(code, 'src/include/pg_version_compat.h');
    writeFileSync(header, readFileSync(header, 'utf8').replace(/^have_createdb_privilege\(void\)/m, 'citus_$&'));
    const options = { cwd: code };
    run('./configure', ['-q', `PG_CONFIG=${POSTGRES}/bin/pg_config`, '--without-libcurl', 'CFLAGS=-O1'], options);
    run('make', ['-j2', '-s', 'extension', 'with_llvm=no'], options);
    run('make', ['-s', 'install-extension', 'with_llvm=no', `DESTDIR=${unfinished}`], options);
    rmSync(work, { recursive: true });
    chmodSync(unfinished, 0o755);
    // Another suite may have built it meanwhile.
    if (!existsSync(server)) renameSync(unfinished, place);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return server;
}
