import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Client } from 'pg';
import { DATABASE_URL } from '../database/database-url.js';
import { Queues } from '../queue/queues.js';
import { Log } from '../telemetry/log.js';
import { HandlesTasks, Sweeps } from './handlers.js';
import type { Sweep, TaskHandler, TaskHandlerOptions } from './handlers.js';
import { Relay } from './relay.js';
import { TaskRunner } from './task-runner.js';
import { WAKE_CHANNEL } from './wake-signal.js';

const SWEEP_EVERY_MS = 1_000;
const RECONNECT_MS = 1_000;

/**
 * The heart of the worker process: consumes every queue that has a handler, and on each wake-up, at the latest every
 * second, runs the sweeps and hands due tasks to the queues.
 */
@Injectable()
export class WorkLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, TaskHandlerOptions>();
  private readonly sweeps: { readonly name: string; readonly sweep: Sweep }[] = [];
  private listener: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private woken = false;
  private running: Promise<void> | undefined;
  private lastRound = performance.now();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly relay: Relay,
    private readonly runner: TaskRunner,
    private readonly queues: Queues,
    private readonly log: Log,
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
  ) {}

  onApplicationBootstrap(): void {
    for (const wrapper of this.discovery.getProviders({ metadataKey: HandlesTasks.KEY })) {
      const options = this.discovery.getMetadataByDecorator(HandlesTasks, wrapper);
      if (options !== undefined) this.consume(wrapper.instance as TaskHandler, options);
    }
    for (const wrapper of this.discovery.getProviders({ metadataKey: Sweeps.KEY })) {
      const options = this.discovery.getMetadataByDecorator(Sweeps, wrapper);
      if (options !== undefined) this.sweeps.push({ name: options.name, sweep: wrapper.instance as Sweep });
    }
    void this.listen();
    this.timer = setInterval(() => this.wake(), SWEEP_EVERY_MS);
    this.wake();
  }

  /** Milliseconds since the loop last went round: large when the database is away or the loop hangs. */
  get idleMs(): number {
    return performance.now() - this.lastRound;
  }

  /** Starts a round now, or another one after the round under way. */
  wake(): void {
    this.woken = true;
    if (this.stopping) return;
    this.running ??= this.rounds().finally(() => {
      this.running = undefined;
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
    await this.queues.drain();
    await this.listener?.end().catch(() => undefined);
  }

  private consume(handler: TaskHandler, options: TaskHandlerOptions): void {
    this.handlers.set(options.queue, options);
    this.queues.consume(options.queue, options.concurrency, async ({ data }) => {
      await this.runner.run(handler, options, data);
      this.wake();
    });
  }

  private async rounds(): Promise<void> {
    while (this.woken && !this.stopping) {
      this.woken = false;
      const results = await Promise.all([
        this.guarded('relay', () => this.relay.round(this.handlers)),
        ...this.sweeps.map(({ name, sweep }) => this.guarded(name, () => sweep.sweep())),
      ]);
      this.lastRound = performance.now();
      if (results.includes(true)) this.woken = true;
    }
  }

  private async guarded(name: string, round: () => Promise<boolean>): Promise<boolean> {
    try {
      return await round();
    } catch (error) {
      this.log.warn('round_failed', { reason: name, error });
      return false;
    }
  }

  private async listen(): Promise<void> {
    if (this.stopping) return;
    const client = new Client({ connectionString: this.databaseUrl, application_name: 'payments-listen' });
    let lost = false;
    const reconnect = (error: unknown) => {
      if (lost) return;
      lost = true;
      this.log.warn('listener_lost', { error });
      void client.end().catch(() => undefined);
      if (!this.stopping) setTimeout(() => void this.listen(), RECONNECT_MS).unref();
    };
    client.on('notification', () => this.wake());
    client.on('error', reconnect);
    this.listener = client;
    await client
      .connect()
      .then(() => client.query(`LISTEN ${WAKE_CHANNEL}`))
      .catch(reconnect);
  }
}
