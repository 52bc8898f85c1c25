import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { PastTransfers } from '../../application/ports.js';
import type { PastTransfer } from '../../application/ports.js';

type Sums = Readonly<Record<'payee_amount' | 'payee_count' | 'enterprise_amount' | 'enterprise_count', string>>;
type Row = Omit<PastTransfer, 'amount' | 'payee_day' | 'enterprise_day'> & Sums & { readonly amount: string };

@Injectable()
export class PostgresPastTransfers extends PastTransfers {
  async newest(most: number, since: Date): Promise<readonly PastTransfer[]> {
    const rows = await currentTransaction().query<Row>(
      `WITH made AS MATERIALIZED (
         SELECT *, (created_at AT TIME ZONE 'America/New_York')::date AS day FROM transfers.judged
         WHERE enterprise_id = $1 AND created_at >= $2 ORDER BY created_at DESC, id DESC LIMIT $3),
       payees AS MATERIALIZED (
         SELECT account_id, account_version, (
           SELECT f.created_at FROM transfers.facts f
           WHERE f.enterprise_id = $1 AND f.account_id = payee.account_id AND f.account_version = payee.account_version
             AND f.side = 'destination'
           ORDER BY f.created_at LIMIT 1) AS first
         FROM (SELECT DISTINCT account_id, account_version FROM made WHERE account_id IS NOT NULL) AS payee)
       SELECT id, transfer_reference_id, amount, use_case, speed, origin, created_by, metadata, created_at, account_id,
         CASE WHEN first < created_at THEN first END AS first_paid_at,
         sum(amount) OVER payee AS payee_amount, count(*) OVER payee AS payee_count,
         sum(amount) OVER enterprise AS enterprise_amount, count(*) OVER enterprise AS enterprise_count
       FROM made LEFT JOIN payees USING (account_id, account_version)
       WINDOW payee AS (PARTITION BY day, account_id ORDER BY created_at, id),
         enterprise AS (PARTITION BY day ORDER BY created_at, id)
       ORDER BY created_at DESC, id DESC`,
      [workContext.enterpriseId(), since, most],
      'past-transfers',
    );
    return rows.map(({ amount, payee_amount, payee_count, enterprise_amount, enterprise_count, ...row }) => ({
      ...row,
      amount: BigInt(amount),
      payee_day: { amount: BigInt(payee_amount), count: Number(payee_count) },
      enterprise_day: { amount: BigInt(enterprise_amount), count: Number(enterprise_count) },
    }));
  }
}
