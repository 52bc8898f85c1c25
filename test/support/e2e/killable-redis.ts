import { freePorts } from './free-ports.js';
import { startInMemory } from './redis-servers.js';
import type { RedisServer } from './redis-servers.js';

export { hasRedisServer } from './redis-servers.js';

/** A separate Redis without persistence. */
export class KillableRedis {
  private constructor(private server: RedisServer) {}

  static async start(): Promise<KillableRedis> {
    return new KillableRedis(await startInMemory((await freePorts()).api));
  }

  get port(): number {
    return this.server.port;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.server.process.pid!;
  }

  async kill(signal?: NodeJS.Signals): Promise<void> {
    await this.server.kill(signal);
  }

  /** Starts the killed one again, empty. */
  async restart(): Promise<void> {
    this.server = await startInMemory(this.port);
  }

  /** It keeps its connections and does not respond until it goes on. */
  freeze(): void {
    this.server.process.kill('SIGSTOP');
  }

  goOn(): void {
    this.server.process.kill('SIGCONT');
  }

  /** Runs one command, such as FLUSHALL. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    return this.server.command(name, ...args);
  }
}
