import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';

/** The state of a queue, for all enterprises or one. Counts are of tasks. */
export interface QueueState {
  readonly queue: string;
  /** `null` over all enterprises. */
  readonly enterprise_id: string | null;
  /** Can start now: new, due for a retry, or with an expired lease. */
  readonly due: number;
  /** Held by a worker or the queue store. */
  readonly leased: number;
  /** Scheduled for later. */
  readonly waiting: number;
  /** How long the oldest due task has been due; `null` when nothing is due. */
  readonly oldest_due_seconds: number | null;
  /** Dead letters, for an operator to redrive. */
  readonly dead_letters: number;
}

export interface BacklogFilter {
  /** Only tasks of this enterprise. */
  readonly enterpriseId?: string | undefined;
  /** One row per enterprise instead of one in total. */
  readonly byEnterprise: boolean;
}

/** Reports the backlog of all queues to the operator. */
@Injectable()
export class Backlog {
  constructor(private readonly transactions: Transactions) {}

  async read({ enterpriseId, byEnterprise }: BacklogFilter): Promise<QueueState[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<QueueState>(
        `SELECT queue, CASE WHEN $1 THEN enterprise_id END AS enterprise_id,
           count(*) FILTER (WHERE run_at <= now())::int AS due,
           count(*) FILTER (WHERE run_at > now() AND lease_token IS NOT NULL)::int AS leased,
           count(*) FILTER (WHERE run_at > now() AND lease_token IS NULL)::int AS waiting,
           round(extract(epoch FROM now() - min(run_at) FILTER (WHERE run_at <= now())))::int AS oldest_due_seconds,
           count(*) FILTER (WHERE dead)::int AS dead_letters
         FROM (SELECT queue, enterprise_id, run_at, lease_token, false AS dead FROM platform.tasks
           UNION ALL SELECT queue, enterprise_id, NULL, NULL, true FROM platform.dead_letters) AS work
         WHERE $2::uuid IS NULL OR enterprise_id = $2
         GROUP BY 1, 2 ORDER BY 1, 2`,
        [byEnterprise, enterpriseId ?? null],
      ),
    );
  }
}
