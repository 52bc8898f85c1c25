import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { KillableDatabase } from '../support/e2e/killable-database.js';
import { KillableRedis } from '../support/e2e/killable-redis.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { ChaosBank, INSTANT_MESSAGES } from './bank.js';
import type { EndingLine, FaultLine, RequestLine, WebhookLine } from './evidence.js';
import { Journal } from './journal.js';
import { ServiceProcess } from './service-process.js';
import { TcpProxy } from './tcp-proxy.js';

/** Who carries out: a separate processor, a bank that takes files, and maybe instant messages too, or the service itself. */
export const PROCESSORS = ['mock', 'sandbox', 'bank', 'bank+pain.001', 'bank+pacs.008'] as const;
export type ProcessorKind = (typeof PROCESSORS)[number];
export const isBank = (kind: ProcessorKind): kind is keyof typeof INSTANT_MESSAGES => kind in INSTANT_MESSAGES;

/** A server that can be killed and started again. */
interface KillableServer {
  readonly pid: number;
  start(): Promise<void>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

const PROCESSES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export type ProcessName = (typeof PROCESSES)[number];
export type ServerName = 'postgres' | 'queue' | 'processor';
const READY_MS = 60_000;

/** Short enough that a stopping api and a banking day do not take up the run, and no limit that the load could reach. */
const SETTINGS = {
  // Both apis are one service behind the gateway: a token of one is good at the other.
  PUBLIC_BASE_URL: 'http://chaos.test',
  PUBLIC_VAULT_URL: 'http://vault.chaos.test',
  DRAIN_SECONDS: '2',
  SANDBOX_DAY_SECONDS: '0.3',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RATE: '10000',
  RATE_LIMIT_READS: '1000000',
  RATE_LIMIT_WRITES: '1000000',
  RATE_LIMIT_ADDRESS: '1000000',
  LOG_LEVEL: 'warn',
};

/** A bank connector that loses requests and responses, and reports results twice and out of order. */
const PROCESSOR_BEHAVIOUR = {
  latency_ms: 5,
  result_delay_ms: 50,
  drop_answers: 0.03,
  drop_requests: 0.03,
  drop_reads: 0.03,
  duplicates: 0.1,
  reorder: true,
};

export interface StageOptions {
  readonly seed: number;
  /** Whether the queue is on Redis instead of PostgreSQL. */
  readonly redis: boolean;
  readonly processor: ProcessorKind;
}

/** The parts of a run: servers, the processes of the service, the connections between them, and the journals. */
export class Stage {
  readonly processes = new Map<ProcessName, ServiceProcess>();
  readonly apis = new Map<string, string>();
  private readonly wires = new Map<string, TcpProxy>();

  private constructor(
    readonly directory: string,
    readonly database: KillableDatabase,
    readonly redis: KillableRedis | undefined,
    private readonly mock: MockProcessor | undefined,
    readonly bank: ChaosBank | undefined,
    readonly journals: {
      readonly requests: Journal<RequestLine>;
      readonly webhooks: Journal<WebhookLine>;
      readonly faults: Journal<FaultLine>;
      readonly endings: Journal<EndingLine>;
    },
  ) {}

  /** @returns a stage on which the servers run, and the service not yet. */
  static async set({ seed, redis, processor }: StageOptions): Promise<Stage> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-chaos-'));
    const journal = <Line extends object>(name: string) => Journal.create<Line>(join(directory, `${name}.jsonl`));
    const journals = {
      requests: await journal<RequestLine>('requests'),
      webhooks: await journal<WebhookLine>('webhooks'),
      faults: await journal<FaultLine>('faults'),
      endings: await journal<EndingLine>('endings'),
    };
    const mock = processor === 'mock' ? await MockProcessor.start({ seed, ...PROCESSOR_BEHAVIOUR }) : undefined;
    const bank = isBank(processor)
      ? await ChaosBank.start(directory, { seed, instant: INSTANT_MESSAGES[processor] })
      : undefined;
    const database = await KillableDatabase.create({ ...SETTINGS, ...mock?.settings });
    const redisServer = redis ? await KillableRedis.start() : undefined;
    const stage = new Stage(directory, database, redisServer, mock, bank, journals);
    await stage.build();
    return stage;
  }

  /** Where instructions go, unless that is the service itself. */
  get processor(): KillableServer | undefined {
    return this.bank?.server ?? this.mock;
  }

  /** Starts the service, for these enterprises. @throws Error when a process does not serve. */
  async open(enterprises: readonly string[]): Promise<void> {
    const portOf = (name: ProcessName) => [name, this.wire(name, 'processor').port] as const;
    this.bank?.admit(enterprises, new Map(PROCESSES.map(portOf)));
    for (const service of this.processes.values()) service.start();
    for (const service of this.processes.values()) {
      if (!(await service.serves(READY_MS))) throw new Error(`${service.name} does not start; see ${this.directory}`);
    }
  }

  wire(process: ProcessName, server: ServerName): TcpProxy {
    const wire = this.wires.get(`${process} ${server}`);
    if (wire === undefined) throw new Error(`there is no wire from ${process} to ${server}`);
    return wire;
  }

  /** Empties the store of the queue. */
  async emptyQueue(): Promise<void> {
    if (this.redis === undefined) return void (await this.database.query('DELETE FROM queue.job'));
    const client = new Redis(this.redis.url);
    await client.flushall();
    client.disconnect();
  }

  /** The pids of PostgreSQL: of the first process, and of all that it has begun. */
  async postgresPids(): Promise<number[]> {
    const [row] = await this.database.query<{ pid: string }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
    );
    const first = Number(row!.pid);
    const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid='])
      .stdout.toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return [first, ...table.filter(([, parent]) => parent === first).map(([pid]) => pid!)];
  }

  /** Stops the service with SIGTERM. */
  async stopService(): Promise<void> {
    for (const service of this.processes.values()) service.resume();
    for (const wire of this.wires.values()) wire.mend();
    await Promise.all([...this.processes.values()].map((service) => service.end('SIGTERM')));
  }

  /** Stops the service, and closes what it stood on but for the database. */
  async close(): Promise<void> {
    await this.stopService();
    for (const wire of this.wires.values()) wire.close();
    await this.redis?.kill();
    if (this.mock !== undefined) {
      copyFileSync(this.mock.logFile, join(this.directory, 'processor.jsonl'));
      await this.mock.stop();
    }
    await this.bank?.server.kill('SIGTERM');
    for (const journal of Object.values(this.journals)) await journal.close();
  }

  /** Removes the servers' data and the journals, or leaves them where they are. */
  async clear({ keep }: { readonly keep: boolean }): Promise<void> {
    if (keep) {
      await this.database.stop();
      return;
    }
    await this.database.drop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async build(): Promise<void> {
    for (const name of PROCESSES) {
      const app = name.startsWith('api') ? 'api' : 'worker';
      const ports = await freePorts();
      const url = `http://127.0.0.1:${app === 'api' ? ports.api : ports.metrics + 1}`;
      if (app === 'api') this.apis.set(name, url);
      const settings = { ...this.database.environment, ...portSettings(ports), ...(await this.addresses(name)) };
      const onEnd = (ending: EndingLine, output: string) => {
        appendFileSync(join(this.directory, `${name}.log`), `${output}\n-- ended: ${JSON.stringify(ending.code)}\n`);
        void this.journals.endings.append(ending);
      };
      const readyUrl = `${url}/health/ready`;
      this.processes.set(name, new ServiceProcess({ name, app, settings, readyUrl, onEnd }));
    }
  }

  // Each process reaches each server over a separate proxy connection, so that one of them can be cut off alone.
  private async addresses(name: ProcessName): Promise<Record<string, string>> {
    const through = async (server: ServerName, address: string) => {
      const url = new URL(address);
      const wire = await TcpProxy.to(Number(url.port));
      this.wires.set(`${name} ${server}`, wire);
      url.port = String(wire.port);
      return url.toString();
    };
    const DATABASE_URL = namedTwice(await through('postgres', this.database.environment['DATABASE_URL']!));
    const queue = this.redis && { QUEUE_URL: await through('queue', this.redis.url) };
    const processor = this.mock && { PROCESSOR_URL: await through('processor', this.mock.url) };
    if (this.bank !== undefined) await through('processor', this.bank.url);
    return { DATABASE_URL, ...queue, ...processor, ...this.bank?.settingsOf(name) };
  }
}

// As an operator with a standby names both: each new connection is then asked whether it is to the primary.
function namedTwice(address: string): string {
  const { host } = new URL(address);
  return address.replace(host, `${host},${host}`);
}
