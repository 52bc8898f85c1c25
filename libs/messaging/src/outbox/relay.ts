import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { interval, isUnavailable, retryUntilAvailable, Transactions } from '@payments/persistence';
import { Queues } from '../queue/queues.js';
import type { ClaimJob } from '../queue/queues.js';
import { Log } from '@payments/observability';
import { Claim, claimedTask } from './claim.js';
import type { ClaimedTask } from './claim.js';
import { DeadLetters, MAX_CRASHES } from './dead-letters.js';
import { DueTasks } from './due-tasks.js';
import type { TaskHandlerOptions } from './handlers.js';
import { LocalDispatch } from './local-dispatch.js';

const MAX_WAITING_CLAIMS = 100;
/** The delay for tasks that the queue store did not accept. */
const ASK_AGAIN_MS = 1_000;

/** The tokens of one round: of the tasks that it starts itself, and of those that it adds to the queue. */
interface Leases {
  readonly started: string;
  readonly queued: string;
}

interface DueTask extends ClaimedTask {
  readonly is_started: boolean;
}

export interface Round {
  /** More work may be due now. */
  readonly more: boolean;
  /** A queue was too full for the due tasks: retry once it has drained. */
  readonly backlog: boolean;
  /** Time until the next scheduled task is due. */
  readonly nextDueInMs: number | undefined;
}

/**
 * Hands due tasks to this process or to the queue: finds the enterprises with due work, then claims from each in turn, so
 * that one with a long backlog does not delay the others. The queue is a hint; the task row is the truth. What the queue
 * store does not accept, or loses, is due again when its lease ends.
 */
@Injectable()
export class Relay {
  private rotation = 0;
  /** Without Redis, a job would only be more rows in the same database. */
  readonly claimsDirectly: boolean;

  constructor(
    private readonly dueTasks: DueTasks,
    private readonly transactions: Transactions,
    private readonly queues: Queues,
    private readonly deadLetters: DeadLetters,
    private readonly local: LocalDispatch,
    private readonly log: Log,
  ) {
    this.claimsDirectly = queues.store.kind === 'postgres';
  }

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
    let free = this.claimsDirectly
      ? this.local.freeSlots(options.queue)
      : MAX_WAITING_CLAIMS - (await this.queues.waiting(options.queue));
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
    const { queue, batchSize } = options;
    const limit = batchSize * share;
    const leases = { started: newId(), queued: newId() };
    const claimed = await this.claim(enterpriseId, options, { leases, limit });
    const begun = batchesOf(inOrder(claimed.filter(({ is_started }) => is_started)), batchSize);
    for (const tasks of begun) this.local.begin(queue, new Claim(enterpriseId, leases.started, tasks));
    const others = claimed.filter(({ is_started }) => !is_started);
    const queued = await this.enqueue({ enterpriseId, token: leases.queued, tasks: others }, options);
    return { ...queued, claims: begun.length + queued.claims, more: !queued.isRefused && claimed.length === limit };
  }

  private async enqueue(
    { enterpriseId, token, tasks: claimed }: { enterpriseId: string; token: string; tasks: readonly DueTask[] },
    options: TaskHandlerOptions,
  ): Promise<{ claims: number; isRefused?: true }> {
    const { queue, batchSize } = options;
    const crashed = claimed.filter(({ crash_count }) => crash_count! >= MAX_CRASHES);
    await this.deadLetters.deadLetter({ enterpriseId, token, tasks: crashed }, 'crashed');
    const tasks = claimed.filter((task) => !crashed.includes(task));
    if (tasks.length === 0) return { claims: 0 };
    const claims = toClaims(enterpriseId, token, { tasks, batchSize });
    try {
      await this.queues.add(queue, claims);
    } catch (error) {
      this.log.warn('queue_rejected_claims', { queue, task_count: tasks.length, error });
      await this.release(enterpriseId, options, { queued: token });
      return { claims: 0, isRefused: true };
    }
    return { claims: claims.length };
  }

  // Whether a claim was committed whose response was lost, nobody knows; its tasks would wait for the end of the lease.
  private async claim(
    enterpriseId: string,
    options: TaskHandlerOptions,
    claim: { leases: Leases; limit: number },
  ): Promise<DueTask[]> {
    try {
      return await this.lease(enterpriseId, options, claim);
    } catch (error) {
      if (isUnavailable(error)) await this.release(enterpriseId, options, claim.leases);
      throw error;
    }
  }

  // With direct claims, tasks on their first attempt are claimed as started, for this process handles them. The due tasks
  // are an array, which is made once: as a join, a plan for few rows would search, and lock, again for each task.
  private lease(
    enterpriseId: string,
    options: TaskHandlerOptions,
    { leases, limit }: { leases: Leases; limit: number },
  ): Promise<DueTask[]> {
    return this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<DueTask>(
        `UPDATE platform.tasks t SET run_at = now() + ${interval('$3::float8')},
           lease_token = CASE WHEN $5 AND attempt <= 0 THEN $6::uuid ELSE $7::uuid END,
           attempt = attempt + ($5 AND attempt <= 0)::int, crash_count = crash_count + ($5 AND attempt <= 0)::int
         WHERE enterprise_id = $1 AND id = ANY(ARRAY(
           SELECT id FROM platform.tasks WHERE enterprise_id = $1 AND queue = $2 AND run_at <= now()
           ORDER BY run_at LIMIT $4 FOR UPDATE SKIP LOCKED))
         RETURNING ${claimedTask('t', '$3::float8')}, t.lease_token = $6 AS is_started`,
        [
          ...[enterpriseId, options.queue, options.leaseSeconds * 1_000, limit, this.claimsDirectly],
          ...[leases.started, leases.queued],
        ],
        'claim-tasks',
      ),
    );
  }

  // As if the tasks had never been claimed. Retried for ten seconds: a store or a database that fails over is back by then.
  private async release(
    enterpriseId: string,
    { queue, leaseSeconds }: TaskHandlerOptions,
    { started, queued }: Partial<Leases> & Pick<Leases, 'queued'>,
  ): Promise<void> {
    await retryUntilAvailable(() =>
      this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
        transaction.query(
          `UPDATE platform.tasks SET lease_token = NULL, run_at = now() + ${interval('$4::float8')},
             attempt = attempt - (lease_token IS NOT DISTINCT FROM $5)::int,
             crash_count = crash_count - (lease_token IS NOT DISTINCT FROM $5)::int
           WHERE enterprise_id = $1 AND queue = $2 AND run_at > now() AND run_at <= now() + ${interval('$3::float8')}
             AND lease_token IN ($5, $6)`,
          [enterpriseId, queue, leaseSeconds * 1_000, ASK_AGAIN_MS, started ?? null, queued],
          'release-claim',
        ),
      ),
    );
  }
}

// A task that was started before runs alone, so that it cannot fail a batch twice.
function toClaims(
  enterprise_id: string,
  lease_token: string,
  { tasks, batchSize }: { tasks: readonly DueTask[]; batchSize: number },
): ClaimJob[] {
  const ordered = inOrder(tasks);
  const again = ordered.filter(({ attempt }) => attempt > 0).map((task) => [task]);
  const first = ordered.filter(({ attempt }) => attempt <= 0);
  const claims = [...again, ...batchesOf(first, batchSize)];
  return claims.map((claim) => ({ enterprise_id, lease_token, task_ids: claim.map(({ id }) => id) }));
}

function batchesOf(tasks: readonly DueTask[], size: number): DueTask[][] {
  const starts = Array.from({ length: Math.ceil(tasks.length / size) }, (_, batch) => batch * size);
  return starts.map((start) => tasks.slice(start, start + size));
}

// Ids follow creation order; UPDATE … RETURNING does not.
function inOrder(tasks: readonly DueTask[]): DueTask[] {
  return tasks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function rotated<Item>(items: readonly Item[], rotation: number): Item[] {
  const start = rotation % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
