import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { eventually } from '@payments/testing';
import { Redis } from 'ioredis';
import { freePorts } from './free-ports.js';

/** Whether this machine has a Redis to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A separate Redis without persistence. */
export class KillableRedis {
  private constructor(
    readonly port: number,
    private server: ChildProcess,
  ) {}

  static async start(): Promise<KillableRedis> {
    const { api: port } = await freePorts();
    return new KillableRedis(port, await launch(port));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.server.pid!;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = once(this.server, 'exit');
    this.server.kill(signal);
    await ended;
  }

  /** Starts the killed one again, empty. */
  async restart(): Promise<void> {
    this.server = await launch(this.port);
  }

  /** It keeps its connections and does not respond until it goes on. */
  freeze(): void {
    this.server.kill('SIGSTOP');
  }

  goOn(): void {
    this.server.kill('SIGCONT');
  }

  /** Runs one command, such as FLUSHALL. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const redis = connect(this.port);
    try {
      return await redis.call(name, ...args);
    } finally {
      redis.disconnect();
    }
  }
}

async function launch(port: number): Promise<ChildProcess> {
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--dir', tmpdir()];
  const server = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...memoryOnly], {
    stdio: 'ignore',
  });
  const redis = connect(port);
  await eventually('redis-server answers', async () => (await redis.ping()) === 'PONG');
  redis.disconnect();
  return server;
}

function connect(port: number): Redis {
  const redis = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  return redis;
}
