import type { Processor, Queue, Worker } from 'bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { endsWithin, pause, withTimeout } from '@payments/kernel';
import { Log } from '@payments/observability';
import { QueueBackend } from './queue-backend.js';
import type { QueueStore } from './queue-store.js';

export const QUEUE_STORE = Symbol('QUEUE_STORE');

// A job whose worker died is always retried, however often that happens: the lease in Postgres decides, not BullMQ.
const MAX_STALLED_COUNT = 1_000_000;

const CLOSE_MS = 2_000;
/** Time limit for adding or counting jobs. */
const ANSWER_MS = 5_000;
/** How long a consumer backs off from a failed store. */
const RETRY_MS = 1_000;

function answered<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, ANSWER_MS, 'the queue store does not respond');
}

/** What a job carries: ids only, never personal data. Everything else is read from Postgres under the lease. */
export interface ClaimJob {
  readonly enterprise_id: string;
  readonly lease_token: string;
  readonly task_ids: readonly string[];
}

/** BullMQ's queues and workers over the configured store. */
@Injectable()
export class Queues implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue<ClaimJob>>();
  private readonly workers: Worker<ClaimJob>[] = [];
  private readonly backend: QueueBackend;
  private drained = false;
  private isPaused = false;

  constructor(
    @Inject(QUEUE_STORE) readonly store: QueueStore,
    private readonly log: Log,
  ) {
    this.backend = new QueueBackend(store, (error) => log.warn('queue_error', { error }));
  }

  /** Adds one job per claim, all at once. @throws when the store rejects them. */
  async add(queue: string, claims: readonly ClaimJob[]): Promise<void> {
    const jobs = claims.map((claim, index) => ({
      name: queue,
      data: claim,
      opts: { jobId: `${claim.lease_token}-${index}`, removeOnComplete: true, removeOnFail: true },
    }));
    await answered(this.queue(queue).addBulk(jobs));
  }

  /** Jobs that wait for a worker. @throws when the store does not respond. */
  async waiting(queue: string): Promise<number> {
    return answered(this.queue(queue).getWaitingCount());
  }

  /** Waiting and active jobs of each queue that this process consumes; active jobs of all processes. */
  async counts(): Promise<{ readonly queue: string; readonly waiting: number; readonly active: number }[]> {
    const names = this.workers.map(({ name }) => name);
    return Promise.all(
      names.map(async (queue) => {
        const { waiting = 0, active = 0 } = await answered(this.queue(queue).getJobCounts('waiting', 'active'));
        return { queue, waiting, active };
      }),
    );
  }

  /** Starts to process a queue. */
  consume(queue: string, concurrency: number, processor: Processor<ClaimJob>): void {
    const worker = this.backend.worker(queue, processor, {
      concurrency,
      runRetryDelay: RETRY_MS,
      maxStalledCount: MAX_STALLED_COUNT,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', (error: Error) => this.log.warn('queue_error', { queue, error }));
    this.workers.push(worker);
    if (this.isPaused) void worker.pause(true);
    if (this.store.kind === 'postgres') {
      this.replaceUnlessReady(worker, () => this.consume(queue, concurrency, processor));
    }
  }

  /** Whether this process leaves the jobs to others; those that run go on. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    for (const worker of this.workers) void (isPaused ? worker.pause(true) : worker.resume());
  }

  /** Takes no more jobs and waits for running ones; abandons those that take longer than `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    this.drained = true;
    const workers = this.workers.splice(0);
    const closed = Promise.all(workers.map((worker) => worker.close()));
    if (await endsWithin(closed, limitMs)) return;
    await endsWithin(Promise.all(workers.map((worker) => worker.close(true))), CLOSE_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drain(CLOSE_MS);
    const closed = [...this.queues.values()].map((queue) => queue.close().catch(() => undefined));
    // An unresponsive store cannot be disconnected cleanly.
    await endsWithin(Promise.all(closed), CLOSE_MS);
    await endsWithin(this.backend.close(), CLOSE_MS);
  }

  // On PostgreSQL, BullMQ never replaces a first connection that failed, so this worker is replaced.
  // This one is closed at once, before any timer: on most errors it retries without a pause and blocks the event loop.
  private replaceUnlessReady(worker: Worker<ClaimJob>, consume: () => void): void {
    worker.waitUntilReady().catch(async () => {
      const place = this.workers.indexOf(worker);
      if (place === -1) return;
      this.workers.splice(place, 1);
      worker.close(true).catch(() => undefined);
      await pause(RETRY_MS);
      if (!this.drained) consume();
    });
  }

  // Likewise. The next use creates the queue again.
  private giveUpUnlessReady(name: string, queue: Queue<ClaimJob>): void {
    queue.waitUntilReady().catch(() => {
      this.queues.delete(name);
      queue.close().catch(() => undefined);
    });
  }

  private queue(name: string): Queue<ClaimJob> {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const queue = this.backend.queue<ClaimJob>(name);
    queue.on('error', (error: Error) => this.log.warn('queue_error', { queue: name, error }));
    this.queues.set(name, queue);
    if (this.store.kind === 'postgres') this.giveUpUnlessReady(name, queue);
    return queue;
  }
}
