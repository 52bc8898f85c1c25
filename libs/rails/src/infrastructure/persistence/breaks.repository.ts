import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { DatabaseGauges, Transactions } from '@payments/persistence';
import { IS_OLD } from './postings.sql.js';
import { reconciliationMetrics } from '../../application/statements/metrics.table.js';
import { Breaks, type LastReconciliation, type StoredBreak } from '../../application/statements/ports.js';
import { Profiles } from '../../application/ports.js';
import { breakKinds, type ReconciliationBreak } from '../../domain/statements/reconciliation-break.js';

const FOUND = `key, kind, for_enterprise, day, line_id, end_to_end_id, file, file_id, batch, difference, expected, found`;
const COLUMNS = `id, connection, ${FOUND}, first_seen_at, last_seen_at, resolved_at`;

type BreakRow = Omit<StoredBreak, 'difference'> & { readonly difference: string };

@Injectable()
export class BreaksRepository extends Breaks {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    { connections }: Profiles,
    gauges: DatabaseGauges,
  ) {
    super();
    if (connections.length === 0) return;
    // Names of connections are letters, digits and hyphens. Every one and every kind, so that a gauge returns to 0.
    const names = connections.map(({ name }) => `'${name}'`).join(', ');
    const kinds = Object.keys(breakKinds).map((kind) => `'${kind}'`);
    gauges.add({
      name: 'gauge-rails-breaks',
      gauges: [reconciliationMetrics.payments_rails_breaks],
      sql: `SELECT c.connection, k.kind, count(b.id)::int AS payments_rails_breaks
        FROM unnest(ARRAY[${names}]) AS c(connection) CROSS JOIN unnest(ARRAY[${kinds.join(', ')}]) AS k(kind)
        LEFT JOIN rails.breaks b ON b.connection = c.connection AND b.kind = k.kind AND b.resolved_at IS NULL
        GROUP BY c.connection, k.kind`,
    });
    gauges.add({
      name: 'gauge-rails-unreconciled',
      gauges: [reconciliationMetrics.payments_rails_unreconciled_cents],
      sql: `SELECT c.connection, coalesce(r.unreconciled, 0)::float8 AS payments_rails_unreconciled_cents
        FROM unnest(ARRAY[${names}]) AS c(connection) LEFT JOIN rails.reconciliations r ON r.connection = c.connection`,
    });
  }

  async store(
    connection: string,
    found: readonly ReconciliationBreak[],
    { day, opening, unreconciled, started_at }: Omit<LastReconciliation, 'finished_at'> & { readonly started_at: Date },
  ): Promise<void> {
    const now = this.clock.now();
    const rows = found.map((each) => ({ id: newId(), ...each, difference: each.difference.toString() }));
    await this.transactions.run({ role: 'relay' }, async (transaction) => {
      await transaction.query(
        `INSERT INTO rails.breaks AS b (id, connection, ${FOUND}, first_seen_at, last_seen_at)
         SELECT id, $1, ${FOUND}, $3, $3 FROM jsonb_to_recordset($2::jsonb) AS f(id uuid, key text, kind text,
           for_enterprise uuid, day text, line_id uuid, end_to_end_id text, file text, file_id uuid, batch text, difference bigint,
           expected text, found text)
         ON CONFLICT ON CONSTRAINT breaks_once DO UPDATE SET file = excluded.file, file_id = excluded.file_id,
           difference = excluded.difference, expected = excluded.expected,
           found = excluded.found, last_seen_at = excluded.last_seen_at, resolved_at = NULL,
           first_seen_at = CASE WHEN b.resolved_at IS NULL THEN b.first_seen_at ELSE excluded.first_seen_at END`,
        [connection, JSON.stringify(rows), now],
      );
      await transaction.query(
        `UPDATE rails.breaks SET resolved_at = $3
         WHERE connection = $1 AND resolved_at IS NULL AND NOT (key = ANY($2::text[]))`,
        [connection, found.map(({ key }) => key), now],
      );
      await transaction.query(
        `INSERT INTO rails.reconciliations (connection, day, opening_difference, unreconciled, started_at, finished_at, first_day)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (connection) DO UPDATE SET day = excluded.day, opening_difference = excluded.opening_difference,
           unreconciled = excluded.unreconciled, started_at = excluded.started_at, finished_at = excluded.finished_at, first_day = excluded.first_day`,
        [
          ...[connection, day, opening?.cents.toString() ?? null, unreconciled.toString(), started_at, now],
          opening?.first_day ?? null,
        ],
      );
    });
  }

  async last(connection: string): Promise<LastReconciliation | undefined> {
    const [row] = await this.query<
      Omit<LastReconciliation, 'opening' | 'unreconciled'> & {
        readonly opening_difference: string | null;
        readonly first_day: string | null;
        readonly unreconciled: string;
      }
    >(
      `SELECT day, opening_difference, first_day, unreconciled, finished_at FROM rails.reconciliations WHERE connection = $1`,
      [connection],
      'find-last-reconciliation',
    );
    if (row === undefined) return undefined;
    const { opening_difference: cents, first_day, unreconciled, ...last } = row;
    const opening = cents === null ? null : { cents: BigInt(cents), first_day };
    return { ...last, opening, unreconciled: BigInt(unreconciled) };
  }

  async bookedLate(connection: string, day: string): Promise<bigint> {
    const [row] = await this.query<{ readonly cents: string }>(
      `SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END), 0)::bigint AS cents
       FROM rails.postings p
       WHERE connection = $1 AND day < $2 AND match_id IS NOT NULL AND ${IS_OLD}
         AND EXISTS (SELECT FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
           WHERE l.match_id = p.match_id AND s.day >= $2)`,
      [connection, day],
      'sum-booked-late',
    );
    return BigInt(row!.cents);
  }

  async open(
    { connection, day }: { readonly connection?: string; readonly day?: string },
    limit: number,
  ): Promise<StoredBreak[]> {
    const rows = await this.query<BreakRow>(
      `SELECT ${COLUMNS} FROM rails.breaks
       WHERE resolved_at IS NULL AND ($1::text IS NULL OR connection = $1) AND ($2::text IS NULL OR day = $2)
       ORDER BY connection, day, kind, id LIMIT $3`,
      [connection ?? null, day ?? null, limit],
    );
    return rows.map(({ difference, ...row }) => ({ ...row, difference: BigInt(difference) }));
  }

  private query<Row>(sql: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}
