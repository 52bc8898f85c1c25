import { Injectable } from '@nestjs/common';
import { RETURN_RATE_DAYS } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, DatabaseGauges } from '@payments/persistence';
import { controlsMetrics } from '../../application/metrics.table.js';
import { DebitDays } from '../../application/ports.js';
import type { OriginatorCounts } from '../../application/ports.js';
import { DEFAULT_FLOOR } from '../../domain/return-rates.js';
import type { DebitDay } from '../../domain/return-rates.js';

const TABLE = 'controls.debit_days';
const COUNTS = ['entries', 'unauthorized', 'administrative', 'returned'] as const;
const SUMS = COUNTS.map((name) => `sum(${name})::int AS ${name}`).join(', ');
const RAISED = COUNTS.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ');

// Rates of fewer debits or returns than the usual floor say nothing. The settings of enterprises are not for the role that
// reads gauges.
const RATES = `
  WITH sums AS (
    SELECT d.enterprise_id, d.originator, ${SUMS} FROM ${TABLE} d
    WHERE d.day > current_date - ${RETURN_RATE_DAYS} GROUP BY d.enterprise_id, d.originator)
  SELECT kind, max(round(1000000.0 * returned / entries))::float8 AS payments_return_rate_ppm
  FROM (
    SELECT k.kind, s.entries, CASE WHEN k.kind = 'unauthorized' THEN s.unauthorized
      WHEN k.kind = 'administrative' THEN s.administrative ELSE s.returned END AS returned
    FROM sums s CROSS JOIN (VALUES ('unauthorized'), ('administrative'), ('overall')) AS k(kind)) AS rates
  WHERE entries >= ${DEFAULT_FLOOR.entries} AND returned >= ${DEFAULT_FLOOR.returns}
  GROUP BY kind`;

@Injectable()
export class PostgresDebitDays extends DebitDays {
  constructor(gauges: DatabaseGauges) {
    super();
    gauges.add({ name: 'gauge-return-rates', gauges: [controlsMetrics.payments_return_rate_ppm], sql: RATES });
  }

  // In one order, so that two workers cannot lock each other out.
  async change(days: readonly DebitDay[]): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} AS total (enterprise_id, originator, day, ${COUNTS.join(', ')})
       SELECT $1, originator, day, ${COUNTS.join(', ')} FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb)
       ORDER BY originator, day
       ON CONFLICT (enterprise_id, originator, day) DO UPDATE SET ${RAISED}`,
      [workContext.enterpriseId(), JSON.stringify(days)],
      'change-debit-days',
    );
  }

  sum(
    { from, to }: { readonly from: BankingDate; readonly to: BankingDate },
    originators?: readonly string[],
  ): Promise<readonly OriginatorCounts[]> {
    const values = [workContext.enterpriseId(), from, to];
    const own = originators === undefined ? '' : 'AND originator = ANY($4::text[])';
    return currentTransaction().query<OriginatorCounts>(
      `SELECT originator, ${SUMS} FROM ${TABLE} WHERE enterprise_id = $1 AND day BETWEEN $2 AND $3 ${own}
       GROUP BY originator ORDER BY originator`,
      originators === undefined ? values : [...values, originators],
      originators === undefined ? 'sum-debit-days' : 'sum-debit-days-of-originators',
    );
  }
}
