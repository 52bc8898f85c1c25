import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';

/** How a queue stands, over all enterprises or for one. Counts are of tasks. */
export interface QueueState {
  readonly queue: string;
  /** `null` over all enterprises. */
  readonly enterprise_id: string | null;
  /** May be begun now: new, to be tried again, or under a lease that has run out. */
  readonly due: number;
  /** A worker, or the queue store, has them. */
  readonly leased: number;
  /** Wait for their time. */
  readonly waiting: number;
  /** For how long the oldest due one has been; `null` when nothing is due. */
  readonly oldest_due_seconds: number | null;
  /** Given up, for an operator to take up again. */
  readonly dead_letters: number;
}

export interface BacklogFilter {
  /** Only those of this one. */
  readonly enterpriseId?: string | undefined;
  /** A row for each enterprise, instead of one for all. */
  readonly byEnterprise: boolean;
}

/** Looks at the work of all queues, for the operator. */
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
