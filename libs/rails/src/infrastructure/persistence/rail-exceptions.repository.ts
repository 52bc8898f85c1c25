import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { COUNTED_AT_MOST, DatabaseGauges, Transactions } from '@payments/persistence';
import { inboundMetrics } from '../../application/inbound/metrics.table.js';
import {
  type ExceptionFilter,
  type NewException,
  type RailException,
  RailExceptions,
  type ReopenedReturn,
} from '../../application/inbound/ports.js';
import type { ExceptionKind } from '../../domain/inbound/exceptions.table.js';

const STATED = `key, connection, for_enterprise, kind, inbound_id, line, file_id, end_to_end_id, code, direction, amount,
  original_trace, trace, detail, due_date`;
const COLUMNS = `id, ${STATED.replace('due_date', 'due_date::text')}, state, decision, resolution, resolved_by, resolved_at, created_at`;

type ExceptionRow = Omit<RailException, 'amount'> & { readonly amount: string | null };

@Injectable()
export class RailExceptionsRepository extends RailExceptions {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    gauges: DatabaseGauges,
  ) {
    super();
    gauges.add({
      name: 'gauge-rails-exceptions',
      gauges: [inboundMetrics.payments_rails_exceptions],
      sql: `SELECT kind, count(*)::int AS payments_rails_exceptions FROM (
          SELECT kind FROM rails.exceptions WHERE state = 'open' LIMIT ${COUNTED_AT_MOST}) AS first
        GROUP BY kind`,
    });
    gauges.add({
      name: 'gauge-rails-exceptions-overdue',
      gauges: [inboundMetrics.payments_rails_exceptions_overdue],
      sql: `SELECT kind, count(*)::int AS payments_rails_exceptions_overdue FROM (
          SELECT kind FROM rails.exceptions
          WHERE state = 'open' AND due_date < (now() AT TIME ZONE 'America/New_York')::date LIMIT ${COUNTED_AT_MOST}) AS first
        GROUP BY kind`,
    });
  }

  async add(exceptions: readonly NewException[]): Promise<ReadonlyMap<ExceptionKind, number>> {
    const counts = new Map<ExceptionKind, number>();
    if (exceptions.length === 0) return counts;
    const added = await this.query<{ kind: ExceptionKind }>(
      `INSERT INTO rails.exceptions (id, ${STATED}, created_at)
       SELECT id, ${STATED}, $2 FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, key text, connection text,
         for_enterprise uuid, kind text, inbound_id uuid, line int, file_id uuid, end_to_end_id text, code text,
         direction text, amount bigint, original_trace text, trace text, detail text, due_date date)
       ON CONFLICT ON CONSTRAINT exceptions_once DO NOTHING RETURNING kind`,
      [JSON.stringify(exceptions.map((each) => ({ id: newId(), ...each }))), this.clock.now()],
      'insert-rail-exceptions',
    );
    for (const { kind } of added) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  async find(id: string): Promise<RailException | undefined> {
    const [row] = await this.query<ExceptionRow>(`SELECT ${COLUMNS} FROM rails.exceptions WHERE id = $1`, [id]);
    return row && exceptionOf(row);
  }

  async named(
    connection: string,
    { references, amount }: { readonly references: readonly string[]; readonly amount: bigint },
  ): Promise<RailException[]> {
    const rows = await this.query<ExceptionRow>(
      `SELECT ${COLUMNS} FROM rails.exceptions
       WHERE connection = $1 AND amount = $3 AND ARRAY[end_to_end_id, original_trace, trace] && $2::text[]
         AND (state = 'open' OR resolution LIKE 'booked: %')`,
      [connection, references, amount],
    );
    return rows.map(exceptionOf);
  }

  async list({ connection, kind, all = false }: ExceptionFilter, limit: number): Promise<RailException[]> {
    const rows = await this.query<ExceptionRow>(
      `SELECT ${COLUMNS} FROM rails.exceptions
       WHERE ($1::text IS NULL OR connection = $1) AND ($2::text IS NULL OR kind = $2) AND ($3 OR state = 'open')
       ORDER BY id DESC LIMIT $4`,
      [connection ?? null, kind ?? null, all, limit],
    );
    return rows.map(exceptionOf);
  }

  async resolve(id: string, resolution: string, by: string): Promise<boolean> {
    const resolved = await this.query(
      `UPDATE rails.exceptions SET state = 'resolved', resolution = $2, resolved_by = $3, resolved_at = $4
       WHERE id = $1 AND state = 'open' AND (decision = $2 OR decision IS NULL AND $2 LIKE 'ignored: %') RETURNING 1`,
      [id, resolution, by, this.clock.now()],
    );
    return resolved.length > 0;
  }

  async abandon(id: string, decision: string): Promise<void> {
    await this.query(`UPDATE rails.exceptions SET decision = NULL WHERE id = $1 AND state = 'open' AND decision = $2`, [
      id,
      decision,
    ]);
  }

  async note(connection: string, key: string, detail: string): Promise<boolean> {
    const noted = await this.query(
      `UPDATE rails.exceptions SET detail = $3 WHERE connection = $1 AND key = $2 AND state = 'open' RETURNING 1`,
      [connection, key, detail],
    );
    return noted.length > 0;
  }

  async reopen(returns: readonly ReopenedReturn[]): Promise<void> {
    if (returns.length === 0) return;
    await this.query(
      `UPDATE rails.exceptions x SET state = 'open', code = r.code, decision = NULL, resolution = NULL, resolved_by = NULL,
         resolved_at = NULL
       FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, code text, is_suspended boolean)
       WHERE x.id = r.id AND (x.code IS DISTINCT FROM r.code OR r.is_suspended AND x.state = 'resolved')`,
      [JSON.stringify(returns)],
    );
  }

  private query<Row>(sql: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}

function exceptionOf({ amount, ...row }: ExceptionRow): RailException {
  return { ...row, amount: amount === null ? null : Number(amount) };
}
