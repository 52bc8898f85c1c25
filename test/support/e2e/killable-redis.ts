import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { eventually } from '@payments/testing';
import { Redis } from 'ioredis';
import { freePorts } from './free-ports.js';

/** Whether this machine has a Redis to start. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of one's own, which keeps nothing. */
export class KillableRedis {
  private constructor(
    readonly url: string,
    private readonly server: ChildProcess,
  ) {}

  static async start(): Promise<KillableRedis> {
    const { api: port } = await freePorts();
    const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    const server = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...memoryOnly], {
      stdio: 'ignore',
    });
    const redis = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    await eventually('redis-server answers', async () => (await redis.ping()) === 'PONG');
    redis.disconnect();
    return new KillableRedis(`redis://127.0.0.1:${port}`, server);
  }

  async kill(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await ended;
  }
}
