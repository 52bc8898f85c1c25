import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { Redis } from 'ioredis';
import { freePortsInARow } from './free-ports.js';

/** Whether this machine has a Redis to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** Database numbers of the suites that share a Redis: emptying one's own must take no jobs from a suite that runs beside. */
const NUMBERS = { 'worker-killed': 11, 'webhooks-killed': 12, 'several-processes': 13 } as const;

/** The address of the suite's own database on the Redis of this test run; undefined where there is none. */
export function redisOf(suite: keyof typeof NUMBERS): string | undefined {
  const url = process.env['TEST_REDIS_URL'];
  return url === undefined ? undefined : new URL(`/${NUMBERS[suite]}`, url).toString();
}

const MEMORY_ONLY = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
const PASSWORD = 'a redis password';
const MASTER = 'payments';
const SLOTS = 16_384;

/** One process of Redis, without persistence. */
export class RedisServer {
  private constructor(
    readonly port: number,
    readonly process: ChildProcess,
    private readonly password: string | undefined,
  ) {}

  static async start(port: number, args: readonly string[] = [], password?: string): Promise<RedisServer> {
    const all = [...args, '--bind', '127.0.0.1', '--port', String(port)];
    const server = new RedisServer(port, spawn('redis-server', all, { stdio: 'ignore' }), password);
    await eventually('redis-server answers', async () => (await server.command('PING').catch(() => '')) === 'PONG');
    return server;
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    await ended;
  }

  /** Runs one command, such as FLUSHALL. */
  async command(name: string, ...args: (string | number)[]): Promise<unknown> {
    const password = this.password === undefined ? {} : { password: this.password };
    const redis = new Redis({ host: '127.0.0.1', port: this.port, ...password, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    try {
      return await redis.call(name, ...args);
    } finally {
      redis.disconnect();
    }
  }
}

export const startInMemory = (port: number) => RedisServer.start(port, [...MEMORY_ONLY, '--dir', tmpdir()]);

/** A master with a password, its replica, and three sentinels that make the replica the master when that one is gone. */
export class WatchedRedis {
  private constructor(
    private readonly directory: string,
    private readonly data: readonly RedisServer[],
    private readonly sentinels: readonly RedisServer[],
  ) {}

  static async start(): Promise<WatchedRedis> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-sentinels-'));
    const first = await freePortsInARow(5);
    const replicated = [...MEMORY_ONLY, '--dir', directory, '--requirepass', PASSWORD, '--masterauth', PASSWORD];
    const master = await RedisServer.start(first, replicated, PASSWORD);
    const replica = await RedisServer.start(first + 1, [...replicated, '--replicaof', `127.0.0.1 ${first}`], PASSWORD);
    const sentinels = await Promise.all([2, 3, 4].map((place) => startSentinel(directory, first, first + place)));
    const watched = new WatchedRedis(directory, [master, replica], sentinels);
    await eventually('the sentinels know the replica and each other', () => watched.isKnown());
    return watched;
  }

  get url(): string {
    const hosts = this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${MASTER}`;
  }

  /** The master of the moment. */
  get master(): RedisServer {
    return this.data.find(({ isRunning }) => isRunning)!;
  }

  /** Kills the master, and waits until the replica is the master. */
  async fail(): Promise<void> {
    const [master, replica] = this.data;
    await master!.kill();
    await eventually('the replica is the master', async () =>
      String(await replica!.command('INFO', 'replication')).includes('role:master'),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.data].map((server) => server.kill()));
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async isKnown(): Promise<boolean> {
    const states = await Promise.all(this.sentinels.map((each) => each.command('SENTINEL', 'MASTER', MASTER)));
    return states.every((state) => /num-slaves,1,num-other-sentinels,2/.test(String(state)));
  }
}

function startSentinel(directory: string, master: number, port: number): Promise<RedisServer> {
  const file = join(directory, `sentinel-${port}.conf`);
  const of = (setting: string, value: string | number) => `sentinel ${setting} ${MASTER} ${value}`;
  const lines = [
    `sentinel monitor ${MASTER} 127.0.0.1 ${master} 2`,
    ...[of('auth-pass', `"${PASSWORD}"`), of('down-after-milliseconds', 1_000), of('failover-timeout', 5_000)],
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return RedisServer.start(port, [file, '--sentinel', '--dir', directory]);
}

/** Three masters with a replica each, as a cluster. */
export class RedisCluster {
  private constructor(
    private readonly directory: string,
    private readonly servers: readonly RedisServer[],
    private readonly ids: readonly string[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-cluster-'));
    const first = await freePortsInARow(12);
    const busOf = (port: number) => port + 6;
    const servers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((place) => {
        const port = first + place;
        const own = ['--cluster-config-file', `nodes-${port}.conf`, '--cluster-port', String(busOf(port))];
        const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000', ...own];
        return RedisServer.start(port, [...MEMORY_ONLY, '--dir', directory, ...cluster]);
      }),
    );
    const ids = await Promise.all(servers.map(async (each) => String(await each.command('CLUSTER', 'MYID'))));
    const cluster = new RedisCluster(directory, servers, ids);
    for (const [place, server] of servers.entries()) {
      await server.command('CLUSTER', 'SET-CONFIG-EPOCH', place + 1);
      if (place < 3) await server.command('CLUSTER', 'ADDSLOTSRANGE', ...slotsOf(place));
    }
    for (const { port } of servers.slice(1)) {
      await servers[0]!.command('CLUSTER', 'MEET', '127.0.0.1', port, busOf(port));
    }
    await eventually('the nodes know each other', () => cluster.all('cluster_known_nodes:6'));
    for (const place of [3, 4, 5]) {
      await eventually(
        'a replica follows its master',
        () =>
          servers[place]!.command('CLUSTER', 'REPLICATE', ids[place - 3]!).catch(() => undefined) as Promise<string>,
      );
    }
    await eventually('the cluster is ready', () => cluster.all('cluster_state:ok'));
    for (const place of [3, 4, 5]) {
      await eventually('the replica is in sync', async () =>
        String(await servers[place]!.command('INFO', 'replication')).includes('master_link_status:up'),
      );
    }
    return cluster;
  }

  /** Of two nodes: clients find the others. */
  get url(): string {
    const [first, second] = this.servers;
    return `redis+cluster://127.0.0.1:${first!.port},127.0.0.1:${second!.port}`;
  }

  /** The master of the key at the moment. */
  async serverOf(key: string): Promise<RedisServer> {
    return this.servers[await this.masterOf(key)]!;
  }

  /** Kills the master of the key, and waits until its replica has taken over. */
  async failMasterOf(key: string): Promise<void> {
    const place = await this.masterOf(key);
    await this.servers[place]!.kill();
    await eventually('the replica has taken over', async () => {
      const master = await this.masterOf(key).catch(() => place);
      return master !== place && (await this.all('cluster_state:ok'));
    });
  }

  /** Moves the slot of the key, with what is in it, to another master. */
  async moveSlotOf(key: string): Promise<void> {
    const slot = await this.slotOf(key);
    const from = await this.masterOf(key);
    const masters = await this.masters();
    const to = masters.find((place) => place !== from)!;
    const [source, target] = [this.servers[from]!, this.servers[to]!];
    await target.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', this.ids[from]!);
    await source.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', this.ids[to]!);
    for (;;) {
      const keys = (await source.command('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[];
      if (keys.length === 0) break;
      await source.command('MIGRATE', '127.0.0.1', target.port, '', 0, 5_000, 'KEYS', ...keys);
    }
    for (const place of [to, from, ...masters]) {
      await this.servers[place]!.command('CLUSTER', 'SETSLOT', slot, 'NODE', this.ids[to]!);
    }
    await eventually('the slot has moved', async () => (await this.masterOf(key)) === to);
  }

  /** The number of keys on each server that runs. */
  async sizes(): Promise<number[]> {
    return Promise.all(this.running().map(async (each) => Number(await each.command('DBSIZE'))));
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    rmSync(this.directory, { recursive: true, force: true });
  }

  private running(): RedisServer[] {
    return this.servers.filter(({ isRunning }) => isRunning);
  }

  private async all(line: string): Promise<boolean> {
    const infos = await Promise.all(this.running().map((each) => each.command('CLUSTER', 'INFO')));
    return infos.every((info) => String(info).includes(line));
  }

  private async slotOf(key: string): Promise<number> {
    return Number(await this.running()[0]!.command('CLUSTER', 'KEYSLOT', key));
  }

  private async masters(): Promise<number[]> {
    const found: number[] = [];
    for (const [place, server] of this.servers.entries()) {
      if (server.isRunning && String(await server.command('ROLE')).startsWith('master')) found.push(place);
    }
    return found;
  }

  /** As the nodes that run agree on it. @throws Error while they do not. */
  private async masterOf(key: string): Promise<number> {
    const slot = await this.slotOf(key);
    const owners = await Promise.all(
      this.running().map(async (each) => {
        const ranges = (await each.command('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
        return ranges.find(([low, high]) => low <= slot && slot <= high)?.[2][1];
      }),
    );
    const place = this.servers.findIndex(({ port }) => port === owners[0]);
    if (place === -1 || new Set(owners).size > 1) throw new Error('the nodes disagree');
    return place;
  }
}

function slotsOf(place: number): [number, number] {
  const share = Math.floor(SLOTS / 3);
  return [place * share, place === 2 ? SLOTS - 1 : (place + 1) * share - 1];
}
