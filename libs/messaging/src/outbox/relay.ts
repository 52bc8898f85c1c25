import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { interval, Transactions } from '@payments/persistence';
import { Queues } from '../queue/queues.js';
import type { ClaimJob } from '../queue/queues.js';
import { Log } from '@payments/observability';
import { DeadLetters, MAX_CRASHES } from './dead-letters.js';
import { DueTasks } from './due-tasks.js';
import type { TaskHandlerOptions } from './handlers.js';

const MAX_WAITING_CLAIMS = 100;
/** The delay for tasks that the queue store did not accept. */
const ASK_AGAIN_MS = 1_000;

export interface Round {
  /** More work may be due now. */
  readonly more: boolean;
  /** A queue was too full for the due tasks: retry once it has drained. */
  readonly backlog: boolean;
  /** Time until the next scheduled task is due. */
  readonly nextDueInMs: number | undefined;
}

/**
 * Hands due tasks to the queue: finds the enterprises with due work, then claims from each in turn, so that one with
 * a long backlog does not delay the others. The queue is a hint; the task row is the truth. What the queue store does
 * not accept, or loses, is due again when its lease ends.
 */
@Injectable()
export class Relay {
  private rotation = 0;

  constructor(
    private readonly dueTasks: DueTasks,
    private readonly transactions: Transactions,
    private readonly queues: Queues,
    private readonly deadLetters: DeadLetters,
    private readonly log: Log,
  ) {}

  /** One round over all queues and enterprises. */
  async round(handlers: ReadonlyMap<string, TaskHandlerOptions>): Promise<Round> {
    const { due, nextDueInMs } = await this.dueTasks.find([...handlers.keys()]);
    const rounds = await Promise.all(
      due.map(({ queue, enterprise_ids }) => this.handQueue(handlers.get(queue)!, enterprise_ids)),
    );
    return {
      more: rounds.some(({ more }) => more),
      backlog: rounds.some(({ backlog }) => backlog),
      nextDueInMs,
    };
  }

  // Every enterprise gets a share of the free slots, and a different one goes first each time.
  private async handQueue(options: TaskHandlerOptions, enterpriseIds: readonly string[]) {
    let free = MAX_WAITING_CLAIMS - (await this.queues.waiting(options.queue));
    let more = false;
    const share = Math.max(1, Math.min(options.concurrency, Math.floor(free / enterpriseIds.length)));
    for (const enterpriseId of rotated(enterpriseIds, this.rotation++)) {
      if (free <= 0) return { more: false, backlog: true };
      const handed = await this.dispatch(enterpriseId, options, share);
      if (handed.isRefused) return { more: false, backlog: false };
      free -= handed.claims;
      more ||= handed.more;
    }
    return { more, backlog: false };
  }

  private async dispatch(
    enterpriseId: string,
    options: TaskHandlerOptions,
    share: number,
  ): Promise<{ claims: number; more: boolean; isRefused?: true }> {
    const limit = options.batchSize * share;
    const token = newId();
    const claimed = await this.claim(enterpriseId, options, { token, limit });
    const crashed = claimed.filter(({ crash_count }) => crash_count >= MAX_CRASHES);
    await this.deadLetters.deadLetter({ enterpriseId, token, tasks: crashed }, 'crashed');
    const tasks = claimed.filter((task) => !crashed.includes(task));
    if (tasks.length === 0) return { claims: 0, more: claimed.length === limit };
    const claims = toClaims(enterpriseId, token, { tasks, batchSize: options.batchSize });
    try {
      await this.queues.add(options.queue, claims);
    } catch (error) {
      this.log.warn('queue_rejected_claims', { queue: options.queue, task_count: tasks.length, error });
      await this.release(enterpriseId, token);
      return { claims: 0, more: false, isRefused: true };
    }
    return { claims: claims.length, more: claimed.length === limit };
  }

  private async claim(enterpriseId: string, options: TaskHandlerOptions, batch: { token: string; limit: number }) {
    return this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<{ id: string; attempt: number; crash_count: number }>(
        `UPDATE platform.tasks SET lease_token = $3, run_at = now() + ${interval('$4::float8')}
         WHERE enterprise_id = $1 AND id IN (
           SELECT id FROM platform.tasks WHERE enterprise_id = $1 AND queue = $2 AND run_at <= now()
           ORDER BY run_at LIMIT $5 FOR UPDATE SKIP LOCKED)
         RETURNING id, attempt, crash_count`,
        [enterpriseId, options.queue, batch.token, options.leaseSeconds * 1_000, batch.limit],
        'claim-tasks',
      ),
    );
  }

  private async release(enterpriseId: string, token: string): Promise<void> {
    await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query(
        `UPDATE platform.tasks SET lease_token = NULL, run_at = now() + ${interval('$3::float8')}
         WHERE enterprise_id = $1 AND lease_token = $2`,
        [enterpriseId, token, ASK_AGAIN_MS],
      ),
    );
  }
}

// A task that was started before runs alone, so that it cannot fail a batch twice.
function toClaims(
  enterprise_id: string,
  lease_token: string,
  { tasks, batchSize }: { tasks: readonly { id: string; attempt: number }[]; batchSize: number },
): ClaimJob[] {
  // Ids follow creation order; UPDATE … RETURNING does not.
  const inOrder = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const first = inOrder.filter(({ attempt }) => attempt <= 0).map(({ id }) => id);
  const batches = inOrder.filter(({ attempt }) => attempt > 0).map(({ id }) => [id]);
  for (let start = 0; start < first.length; start += batchSize) batches.push(first.slice(start, start + batchSize));
  return batches.map((task_ids) => ({ enterprise_id, lease_token, task_ids }));
}

function rotated<Item>(items: readonly Item[], rotation: number): Item[] {
  const start = rotation % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
