import { Injectable } from '@nestjs/common';
import { DatabaseEngine, millisecondsBetween, Transactions } from '@payments/persistence';
import type { Transaction } from '@payments/persistence';

/** Enterprises with due work, by queue. */
export interface DueWork {
  readonly queue: string;
  readonly enterprise_ids: readonly string[];
}

interface OldestOfQueue extends DueWork {
  readonly tasks: number;
}

/** From this many due tasks on, a queue is searched enterprise by enterprise. */
export const LONG_BACKLOG = 1_000;

/**
 * Finds due work over all enterprises, queue by queue: a backlog in one queue, or for one enterprise, must
 * not hide the rest, and the cost must not grow with the backlog. Acts as the relay, which sees only when tasks are due
 * and which enterprise owns them.
 */
@Injectable()
export class DueTasks {
  constructor(
    private readonly transactions: Transactions,
    private readonly engine: DatabaseEngine,
  ) {}

  async find(queues: readonly string[]): Promise<{ due: DueWork[]; nextDueInMs: number | undefined }> {
    if (await this.engine.isDistributed()) return this.findOnAllServers(queues);
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const [oldest, nextDueInMs] = await Promise.all([
        ownersOfTheOldest(transaction, queues),
        nextDue(transaction, queues),
      ]);
      const long = oldest.filter(({ tasks }) => tasks === LONG_BACKLOG).map(({ queue }) => queue);
      if (long.length === 0) return { due: oldest, nextDueInMs };
      const short = oldest.filter(({ queue }) => !long.includes(queue));
      return { due: [...short, ...(await allOwners(transaction, long))], nextDueInMs };
    });
  }

  // Each server looks at its own enterprises, at the same time; they cannot jump through one common index.
  private async findOnAllServers(queues: readonly string[]) {
    const [owners, next] = await this.transactions.run({ role: 'relay' }, (transaction) =>
      Promise.all([
        transaction.query<{ queue: string; enterprise_id: string }>(
          `SELECT queue, enterprise_id FROM platform.tasks WHERE queue = ANY($1::text[]) AND run_at <= now()
           GROUP BY queue, enterprise_id`,
          [queues],
          'find-due-tasks-of-servers',
        ),
        transaction.query<{ in_ms: number | null }>(
          `SELECT ${millisecondsBetween('now()', 'min(run_at)')} AS in_ms FROM platform.tasks
           WHERE queue = ANY($1::text[]) AND run_at > now()`,
          [queues],
          'find-next-task-of-servers',
        ),
      ]),
    );
    const due = queues
      .map((queue) => ({
        queue,
        enterprise_ids: owners.filter((row) => row.queue === queue).map((row) => row.enterprise_id),
      }))
      .filter(({ enterprise_ids }) => enterprise_ids.length > 0);
    return { due, nextDueInMs: next[0]?.in_ms ?? undefined };
  }
}

function ownersOfTheOldest(transaction: Transaction, queues: readonly string[]): Promise<OldestOfQueue[]> {
  return transaction.query<OldestOfQueue>(
    `SELECT q.queue, array_agg(DISTINCT oldest.enterprise_id) AS enterprise_ids, count(*)::int AS tasks
     FROM unnest($1::text[]) AS q(queue) CROSS JOIN LATERAL (
       SELECT enterprise_id FROM platform.tasks t WHERE t.queue = q.queue AND t.run_at <= now()
       ORDER BY run_at LIMIT ${LONG_BACKLOG}) AS oldest
     GROUP BY q.queue`,
    [queues],
    'find-due-tasks',
  );
}

// Jumps from one enterprise to the next in the index: reads at most one task of each.
function allOwners(transaction: Transaction, queues: readonly string[]): Promise<DueWork[]> {
  return transaction.query<DueWork>(
    `WITH RECURSIVE owners(enterprise_id) AS (
       (SELECT enterprise_id FROM platform.tasks ORDER BY enterprise_id LIMIT 1)
       UNION ALL
       SELECT next.enterprise_id FROM owners o CROSS JOIN LATERAL (
         SELECT t.enterprise_id FROM platform.tasks t WHERE t.enterprise_id > o.enterprise_id
         ORDER BY t.enterprise_id LIMIT 1) AS next
     )
     SELECT q.queue, array_agg(o.enterprise_id) AS enterprise_ids
     FROM unnest($1::text[]) AS q(queue) CROSS JOIN owners o CROSS JOIN LATERAL (
       SELECT FROM platform.tasks t
       WHERE t.enterprise_id = o.enterprise_id AND t.queue = q.queue AND t.run_at <= now()
       ORDER BY t.run_at LIMIT 1) AS due
     GROUP BY q.queue`,
    [queues],
    'find-due-enterprises',
  );
}

async function nextDue(transaction: Transaction, queues: readonly string[]): Promise<number | undefined> {
  const [next] = await transaction.query<{ in_ms: number | null }>(
    `SELECT ${millisecondsBetween('now()', 'min(next.run_at)')} AS in_ms FROM unnest($1::text[]) AS q(queue) CROSS JOIN LATERAL (
       SELECT run_at FROM platform.tasks t WHERE t.queue = q.queue AND t.run_at > now()
       ORDER BY run_at LIMIT 1) AS next`,
    [queues],
    'find-next-task',
  );
  return next?.in_ms ?? undefined;
}
