import { Injectable } from '@nestjs/common';
import { Semaphore } from '@payments/kernel';
import type { Claim } from './claim.js';
import type { TaskHandlerOptions } from './handlers.js';

type Start = (claim: Claim) => Promise<void>;

interface LocalQueue {
  readonly options: TaskHandlerOptions;
  readonly start: Start;
  /** Concurrent claims of this process, wherever they come from. */
  readonly slots: Semaphore;
}

/**
 * Starts claims in this process, bypassing the queue store: of tasks that its own transactions make, and of those that its
 * relay claims directly. Their rows carry a lease, so that after a crash any relay finds them.
 */
@Injectable()
export class LocalDispatch {
  private readonly queues = new Map<string, LocalQueue>();
  private readonly claims = new Set<Promise<void>>();
  private stopped = false;
  private onFree: () => void = () => undefined;

  /** Registers the handler of a queue, with as many slots as its concurrency. `start` must not reject. */
  serve(options: TaskHandlerOptions, start: Start): void {
    this.queues.set(options.queue, { options, start, slots: new Semaphore(options.concurrency) });
  }

  /** Calls `listener` whenever a slot becomes free. */
  whenFree(listener: () => void): void {
    this.onFree = listener;
  }

  /**
   * The options of a queue of which this process can start a claim soon. As many claims may wait for a slot as may run at
   * once: under load, follow-up work stays in its process, and the line is too short for a lease to end in it.
   */
  optionsOf(queue: string): TaskHandlerOptions | undefined {
    const local = this.queues.get(queue);
    if (local === undefined || this.stopped || local.slots.queued >= local.options.concurrency) return undefined;
    return local.options;
  }

  /** How many claims of the queue this process can start now. */
  freeSlots(queue: string): number {
    return this.stopped ? 0 : (this.queues.get(queue)?.slots.free ?? 0);
  }

  /** Starts a claim whose lease was committed. */
  begin(queue: string, claim: Claim): void {
    const ended = this.inSlot(queue, () => this.queues.get(queue)!.start(claim)).finally(() =>
      this.claims.delete(ended),
    );
    this.claims.add(ended);
  }

  /** Runs the work in a slot of the queue, once one is free. */
  async inSlot<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const release = await this.queues.get(queue)!.slots.acquire();
    try {
      return await work();
    } finally {
      release();
      this.onFree();
    }
  }

  /** Starts nothing more, and waits for what is running. */
  async drain(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.claims);
  }
}
