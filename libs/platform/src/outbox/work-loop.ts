import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queues } from '../queue/queues.js';
import { Log } from '../telemetry/log.js';
import { HandlesTasks, Sweeps } from './handlers.js';
import type { Sweep, TaskHandler, TaskHandlerOptions } from './handlers.js';
import { Relay } from './relay.js';
import { TaskRunner } from './task-runner.js';
import { WakeListener } from './wake-listener.js';

const SWEEP_EVERY_MS = 1_000;

/**
 * The heart of the worker process: consumes every queue that has a handler, and whenever it is woken, at the latest
 * every second, runs the sweeps and hands due tasks to the queues.
 */
@Injectable()
export class WorkLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, TaskHandlerOptions>();
  private readonly sweeps: { readonly name: string; readonly sweep: Sweep }[] = [];
  private ticker: NodeJS.Timeout | undefined;
  private alarm: NodeJS.Timeout | undefined;
  private stopping = false;
  private woken = false;
  private backlog = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly relay: Relay,
    private readonly runner: TaskRunner,
    private readonly queues: Queues,
    private readonly listener: WakeListener,
    private readonly log: Log,
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
    void this.listener.listen(() => this.wake());
    this.ticker = setInterval(() => this.wake(), SWEEP_EVERY_MS);
    this.wake();
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
    clearInterval(this.ticker);
    await this.running;
    clearTimeout(this.alarm);
    await this.queues.drain();
    await this.listener.stop();
  }

  private consume(handler: TaskHandler, options: TaskHandlerOptions): void {
    this.handlers.set(options.queue, options);
    this.queues.consume(options.queue, options.concurrency, async ({ data }) => {
      await this.runner.run(handler, options, data);
      if (this.backlog) this.wake();
    });
  }

  private async rounds(): Promise<void> {
    while (this.woken && !this.stopping) {
      this.woken = false;
      const more = await Promise.all([
        this.guarded('relay', () => this.relayRound()),
        ...this.sweeps.map(({ name, sweep }) => this.guarded(name, () => sweep.sweep())),
      ]);
      if (more.includes(true)) this.woken = true;
    }
  }

  private async relayRound(): Promise<boolean> {
    const { more, backlog, nextDueInMs = SWEEP_EVERY_MS } = await this.relay.round(this.handlers);
    this.backlog = backlog;
    clearTimeout(this.alarm);
    if (nextDueInMs < SWEEP_EVERY_MS && !this.stopping) this.alarm = setTimeout(() => this.wake(), nextDueInMs);
    return more;
  }

  private async guarded(name: string, round: () => Promise<boolean>): Promise<boolean> {
    try {
      return await round();
    } catch (error) {
      this.log.warn('round_failed', { reason: name, error });
      return false;
    }
  }
}
