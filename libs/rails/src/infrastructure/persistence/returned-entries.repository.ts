import { Injectable } from '@nestjs/common';
import { RETURN_RATE_DAYS, returnRateClasses } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, DatabaseGauges, FieldCipher, Transactions } from '@payments/persistence';
import { inboundMetrics } from '../../application/inbound/metrics.table.js';
import {
  type AppliedReturn,
  type ReturnCount,
  ReturnedEntries,
  type StoredEntry,
  type TraceOwner,
} from '../../application/inbound/ports.js';

const ACCOUNT = { table: 'rails.entries', column: 'account_number' } as const;
const COMPANY_ID_WIDTH = 10;

// The company and the direction are parts of the batch key; see batch-key.ts.
const COLUMNS = `id, enterprise_id, end_to_end_id, file_id, state, epoch, sec, trace, left(routing_number, 8) AS receiving_dfi,
  amount, CASE side WHEN 'source' THEN 'debit' ELSE 'credit' END AS direction,
  rtrim(left(batch_key, ${COMPANY_ID_WIDTH})) AS company_id, account_number, individual_id, return_trace,
  CASE WHEN state = 'returned' THEN code END AS return_code, occurred_at, settles_at`;

type EntryRow = Omit<StoredEntry, 'amount' | 'account_number'> & {
  readonly amount: string;
  readonly account_number: Buffer;
};

const CLASSES = Object.entries(returnRateClasses)
  .map(([name, { codes }]) => `('${name}', ${codes === null ? 'NULL' : `'{${codes.join()}}'`}::text[])`)
  .join(', ');

// The last character of a batch key is the direction; batches say how many debits each enterprise sent.
const RETURN_RATES = `
  WITH sent AS (
    SELECT b.for_enterprise AS enterprise_id, sum(b.entries) AS debits
    FROM rails.files f JOIN rails.batches b ON b.file_id = f.id
    WHERE f.state IN ('uploaded', 'acknowledged', 'closed') AND right(b.batch_key, 1) = 'D'
      AND f.created_at > now() - interval '${RETURN_RATE_DAYS} days'
    GROUP BY b.for_enterprise),
  rates AS (
    SELECT c.class, s.enterprise_id, coalesce(sum(r.debits) FILTER (WHERE c.codes IS NULL OR r.code = ANY(c.codes)), 0)
      / s.debits AS rate
    FROM sent s CROSS JOIN (VALUES ${CLASSES}) AS c(class, codes)
    LEFT JOIN rails.return_counts r ON r.enterprise_id = s.enterprise_id AND r.day > current_date - ${RETURN_RATE_DAYS}
    GROUP BY c.class, s.enterprise_id, s.debits)
  SELECT class, max(rate)::float8 AS payments_rails_return_rate FROM rates GROUP BY class`;

@Injectable()
export class ReturnedEntriesRepository extends ReturnedEntries {
  constructor(
    private readonly transactions: Transactions,
    private readonly cipher: FieldCipher,
    gauges: DatabaseGauges,
  ) {
    super();
    gauges.add({
      name: 'gauge-rails-return-rate',
      gauges: [inboundMetrics.payments_rails_return_rate],
      sql: RETURN_RATES,
    });
  }

  async owners(connection: string, traces: readonly string[]): Promise<TraceOwner[]> {
    if (traces.length === 0) return [];
    return this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<TraceOwner>(
        `SELECT DISTINCT t.trace, b.for_enterprise AS enterprise_id, b.file_id, f.state AS file_state
         FROM unnest($2::text[]) AS t(trace)
         JOIN rails.batches b ON int8range(b.first_trace::bigint, b.last_trace::bigint, '[]') @> t.trace::bigint
           AND b.connection = $1
         JOIN rails.files f ON f.id = b.file_id`,
        [connection, traces],
        'find-trace-owners',
      ),
    );
  }

  candidates(connection: string, traces: readonly string[]): Promise<StoredEntry[]> {
    return this.select(`connection = $2 AND trace = ANY($3::text[])`, [connection, traces]);
  }

  lock(ids: readonly string[]): Promise<StoredEntry[]> {
    return this.select(`id = ANY($2::uuid[]) AND trace IS NOT NULL`, [ids], 'FOR UPDATE');
  }

  async byEndToEndId(connection: string, endToEndId: string): Promise<StoredEntry | undefined> {
    const [entry] = await this.select(`connection = $2 AND end_to_end_id = $3 AND trace IS NOT NULL`, [
      connection,
      endToEndId,
    ]);
    return entry;
  }

  async markReturned(returns: readonly AppliedReturn[]): Promise<void> {
    if (returns.length === 0) return;
    await currentTransaction().query(
      `UPDATE rails.entries e SET state = 'returned', code = r.code, return_trace = r.return_trace, occurred_at = r.at,
         version = version + 1, updated_at = now()
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, code text, return_trace text, at timestamptz)
       WHERE e.enterprise_id = $1 AND e.id = r.id`,
      [workContext.enterpriseId(), JSON.stringify(returns)],
      'mark-entries-returned',
    );
  }

  async count(counts: readonly ReturnCount[]): Promise<void> {
    if (counts.length === 0) return;
    // Added up first: one statement may not change a row twice. In one order, so that two workers do not deadlock.
    await currentTransaction().query(
      `INSERT INTO rails.return_counts AS known (enterprise_id, connection, day, code, debits)
       SELECT $1, connection, day, code, sum(debits) FROM jsonb_to_recordset($2::jsonb)
         AS c(connection text, day date, code text, debits int)
       GROUP BY connection, day, code ORDER BY connection, day, code
       ON CONFLICT (enterprise_id, connection, day, code) DO UPDATE SET debits = known.debits + excluded.debits`,
      [workContext.enterpriseId(), JSON.stringify(counts)],
      'count-returns',
    );
  }

  private async select(condition: string, values: readonly unknown[], lock = ''): Promise<StoredEntry[]> {
    const enterpriseId = workContext.enterpriseId();
    const rows = await currentTransaction().query<EntryRow>(
      `SELECT ${COLUMNS} FROM rails.entries WHERE enterprise_id = $1 AND ${condition} ORDER BY id ${lock}`,
      [enterpriseId, ...values],
    );
    const sealed = rows.map(({ id, account_number }) => ({ rowId: id, sealed: account_number }));
    const accounts = await this.cipher.openAll({ ...ACCOUNT, enterpriseId }, sealed);
    return rows.map((row, at) => ({ ...row, amount: Number(row.amount), account_number: accounts[at]! }));
  }
}
