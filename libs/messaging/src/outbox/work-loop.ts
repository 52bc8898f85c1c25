import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Queues } from '../queue/queues.js';
import { endsWithin } from '@payments/kernel';
import { Log } from '@payments/observability';
import { HandlesTasks, Sweeps } from './handlers.js';
import type { Sweep, TaskHandler, TaskHandlerOptions } from './handlers.js';
import { Relay } from './relay.js';
import { TaskRunner } from './task-runner.js';
import { WakeListener } from './wake-listener.js';
import { WakeableLoop } from './wakeable-loop.js';

const SWEEP_EVERY_MS = 1_000;
/** How long work gathers while more keeps coming: a batch of ten costs little more than a single task. */
const GATHER_MS = 50;
const DRAIN_MS = 18_000;
const REQUEUE_TIMEOUT_MS = 3_000;

/**
 * The main loop of the worker process: consumes every queue that has a handler, and when woken, at the latest
 * every second, hands due tasks to the queues and runs the sweeps, each in a separate loop.
 */
@Injectable()
export class WorkLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly handlers = new Map<string, TaskHandlerOptions>();
  private readonly relayLoop: WakeableLoop;
  private readonly loops: WakeableLoop[];
  private ticker: NodeJS.Timeout | undefined;
  private alarm: NodeJS.Timeout | undefined;
  private backlog = false;
  /** A slot became free since the relay's round began. */
  private isSlotFreed = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly relay: Relay,
    private readonly runner: TaskRunner,
    private readonly queues: Queues,
    private readonly listener: WakeListener,
    private readonly log: Log,
  ) {
    this.relayLoop = this.loop('relay', () => this.relayRound());
    this.loops = [this.relayLoop];
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.checkClock();
    for (const wrapper of this.discovery.getProviders({ metadataKey: HandlesTasks.KEY })) {
      const options = this.discovery.getMetadataByDecorator(HandlesTasks, wrapper);
      if (options !== undefined) this.consume(wrapper.instance as TaskHandler, options);
    }
    for (const wrapper of this.discovery.getProviders({ metadataKey: Sweeps.KEY })) {
      const sweep = wrapper.instance as Sweep;
      const options = this.discovery.getMetadataByDecorator(Sweeps, wrapper);
      if (options !== undefined) this.loops.push(this.loop(options.name, () => sweep.sweep()));
    }
    this.runner.whenFree(() => this.slotFreed());
    void this.listener.listen(() => this.wake());
    this.ticker = setInterval(() => {
      void this.checkClock();
      this.wake();
    }, SWEEP_EVERY_MS);
    this.wake();
  }

  /** Starts a round of everything now, or after the running round. */
  wake(): void {
    for (const loop of this.loops) loop.wake();
  }

  /**
   * Stops claiming, finishes running tasks, and requeues those that take longer than eighteen seconds, so that another worker
   * continues them. Claimed tasks that were not started stay in the queue for any worker.
   */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.ticker);
    this.runner.stop();
    const stopped = Promise.all(this.loops.map((loop) => loop.stop()));
    await Promise.all([
      endsWithin(stopped, DRAIN_MS),
      this.queues.drain(DRAIN_MS),
      endsWithin(this.runner.drain(), DRAIN_MS),
    ]);
    clearTimeout(this.alarm);
    await endsWithin(this.runner.requeueAll(), REQUEUE_TIMEOUT_MS);
    await this.listener.stop();
  }

  private async checkClock(): Promise<void> {
    this.queues.setPaused(!(await this.runner.clock.check()));
  }

  private consume(handler: TaskHandler, options: TaskHandlerOptions): void {
    this.handlers.set(options.queue, options);
    this.runner.serve(handler, options);
    this.queues.consume(options.queue, options.concurrency, ({ data }) => this.runner.run(handler, options, data));
  }

  private async relayRound(): Promise<boolean> {
    this.isSlotFreed = false;
    const { more, backlog, nextDueInMs = SWEEP_EVERY_MS } = await this.relay.round(this.handlers);
    this.backlog = backlog;
    clearTimeout(this.alarm);
    if (nextDueInMs < SWEEP_EVERY_MS) this.alarm = setTimeout(() => this.relayLoop.wake(), nextDueInMs);
    // Freed during the round, when the backlog was not known yet: nobody would look again before the next tick.
    return more || (this.relay.claimsDirectly && backlog && this.isSlotFreed);
  }

  // A full queue drains by itself; a free slot of direct claims is idle until the next round.
  private slotFreed(): void {
    this.isSlotFreed = true;
    if (!this.backlog) return;
    if (this.relay.claimsDirectly) this.relayLoop.wakeNow();
    else this.relayLoop.wake();
  }

  private loop(name: string, round: () => Promise<boolean>): WakeableLoop {
    const onError = (error: unknown) => this.log.warn('round_failed', { reason: name, error });
    return new WakeableLoop(() => (this.runner.clock.isRight ? round() : Promise.resolve(false)), {
      gatherMs: GATHER_MS,
      onError,
    });
  }
}
