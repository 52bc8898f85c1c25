import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { COUNTED_AT_MOST, DatabaseGauges } from '@payments/persistence';
import { accountMetrics } from '../../application/metrics.table.js';
import { correctionsDueSince } from '../../domain/correction-deadline.js';

/** How many accounts still have what a bank said is wrong. */
@Injectable()
export class CorrectionGauges {
  constructor(gauges: DatabaseGauges, clock: Clock) {
    gauges.add({
      name: 'gauge-account-corrections',
      gauges: [accountMetrics.payments_account_corrections],
      // The relay sees no account but open ones with corrections.
      sql: `SELECT s.state, CASE s.state WHEN 'due' THEN due ELSE overdue END AS payments_account_corrections
        FROM (SELECT count(*) FILTER (WHERE updated_at >= $1)::int AS due,
            count(*) FILTER (WHERE updated_at < $1)::int AS overdue
          FROM (SELECT updated_at FROM accounts.external_accounts LIMIT ${COUNTED_AT_MOST}) AS corrected) AS counted
        CROSS JOIN (VALUES ('due'), ('overdue')) AS s(state)`,
      values: () => [correctionsDueSince(clock.now())],
    });
  }
}
