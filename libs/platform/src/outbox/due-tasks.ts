import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';

/** Who has due work, by queue. */
export interface DueWork {
  readonly queue: string;
  readonly enterprise_ids: readonly string[];
}

/**
 * Looks for due work over all enterprises, each queue on its own: what piles up in one queue, or for one enterprise, must
 * not hide the rest. Acts as the relay, which sees when tasks are due and whose they are, and nothing else.
 */
@Injectable()
export class DueTasks {
  constructor(private readonly transactions: Transactions) {}

  async find(queues: readonly string[], now: Date): Promise<{ due: DueWork[]; nextDueAt: Date | undefined }> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const [due, [next]] = await Promise.all([
        transaction.query<DueWork>(
          `SELECT queue, array_agg(enterprise_id) AS enterprise_ids FROM (
             SELECT queue, enterprise_id FROM platform.tasks
             WHERE queue = ANY($1::text[]) AND run_at <= $2 GROUP BY queue, enterprise_id) AS due
           GROUP BY queue`,
          [queues, now],
          'find-due-tasks',
        ),
        transaction.query<{ run_at: Date | null }>(
          `SELECT min(next.run_at) AS run_at FROM unnest($1::text[]) AS q(queue) CROSS JOIN LATERAL (
             SELECT run_at FROM platform.tasks t WHERE t.queue = q.queue AND t.run_at > $2
             ORDER BY run_at LIMIT 1) AS next`,
          [queues, now],
          'find-next-task',
        ),
      ]);
      return { due, nextDueAt: next?.run_at ?? undefined };
    });
  }
}
