import { Injectable } from '@nestjs/common';
import { idBefore } from '@payments/kernel';
import { Transactions } from '@payments/platform';
import { EventRetention } from '../../application/ports.js';
import type { Removal } from '../../application/ports.js';

@Injectable()
export class EventRetentionRepository extends EventRetention {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async enterprises(): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'maintenance' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(`SELECT enterprise_id FROM platform.enterprises`),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  // Ids follow time, so the primary key finds the oldest. An enterprise hears once a day of what expired.
  async removeOldest(
    enterpriseId: string,
    before: Date,
    { limit, at }: { readonly limit: number; readonly at: Date },
  ): Promise<Removal> {
    const scope = { role: 'maintenance', enterpriseId } as const;
    const day = at.toISOString().slice(0, 10);
    const [removal] = await this.transactions.run(scope, (transaction) =>
      transaction.query<Removal>(
        `WITH old AS (
           SELECT e.id FROM platform.events e
           WHERE e.enterprise_id = $1 AND e.id < $2 AND e.created_at < $3 AND e.position IS NOT NULL
             AND NOT EXISTS (
               SELECT FROM webhooks.configurations c JOIN webhooks.deliveries d
                 ON d.enterprise_id = c.enterprise_id AND d.configuration_id = c.id AND d.event_id = e.id
               WHERE c.enterprise_id = e.enterprise_id AND c.enabled AND d.status = 'pending')
           ORDER BY e.id LIMIT $4
         ), gone AS (
           DELETE FROM webhooks.deliveries d USING old WHERE d.enterprise_id = $1 AND d.event_id = old.id
           RETURNING d.id, d.configuration_id, d.status
         ), tried AS (
           DELETE FROM webhooks.attempts a USING gone WHERE a.enterprise_id = $1 AND a.delivery_id = gone.id
         ), forgotten AS (
           DELETE FROM webhooks.recoveries WHERE enterprise_id = $1 AND id < $2
         ), told AS (
           INSERT INTO webhooks.notices AS n (enterprise_id, id, configuration_id, kind, deliveries, created_at)
           SELECT $1::uuid, md5(gone.configuration_id || $5::text)::uuid, gone.configuration_id, 'deliveries_expired',
             count(*), $6::timestamptz
           FROM gone JOIN webhooks.configurations c ON c.enterprise_id = $1 AND c.id = gone.configuration_id
           WHERE gone.status = 'pending' GROUP BY gone.configuration_id
           ON CONFLICT (enterprise_id, id) DO UPDATE SET deliveries = n.deliveries + excluded.deliveries
         ), removed AS (
           DELETE FROM platform.events e USING old WHERE e.enterprise_id = $1 AND e.id = old.id RETURNING e.id
         )
         SELECT (SELECT count(*)::int FROM removed) AS events,
           (SELECT count(*)::int FROM gone WHERE status = 'pending') AS expired`,
        [enterpriseId, idBefore(before), before, limit, day, at],
        'remove-old-events',
      ),
    );
    return removal!;
  }
}
