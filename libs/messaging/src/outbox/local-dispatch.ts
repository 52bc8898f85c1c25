import { Injectable } from '@nestjs/common';
import type { Claim } from './claim.js';
import type { TaskHandlerOptions } from './handlers.js';

type Start = (claim: Claim) => Promise<void>;

interface LocalQueue {
  readonly options: TaskHandlerOptions;
  readonly start: Start;
  running: number;
}

/**
 * Starts tasks in the process whose transaction made them, without the way through relay and queue. The tasks are written
 * with a lease of this process, so that after a crash the relay finds them like any others.
 */
@Injectable()
export class LocalDispatch {
  private readonly queues = new Map<string, LocalQueue>();
  private readonly claims = new Set<Promise<void>>();
  private stopped = false;

  /** Has this process start tasks of the queue, up to its concurrency. `start` must not reject. */
  serve(options: TaskHandlerOptions, start: Start): void {
    this.queues.set(options.queue, { options, start, running: 0 });
  }

  /** The options of a queue of which this process can start a claim now. */
  optionsOf(queue: string): TaskHandlerOptions | undefined {
    const local = this.queues.get(queue);
    if (local === undefined || this.stopped || local.running >= local.options.concurrency) return undefined;
    return local.options;
  }

  /** Starts a claim whose lease was committed. */
  begin(queue: string, claim: Claim): void {
    const local = this.queues.get(queue)!;
    local.running += 1;
    const ended = local.start(claim).finally(() => {
      local.running -= 1;
      this.claims.delete(ended);
    });
    this.claims.add(ended);
  }

  /** Starts nothing more, and waits for what is running. */
  async drain(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.claims);
  }
}
