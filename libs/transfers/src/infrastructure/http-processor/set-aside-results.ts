import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { COUNTED_AT_MOST, DatabaseGauges, Transactions } from '@payments/persistence';
import { transferMetrics } from '../../application/metrics.table.js';

/**
 * malformed: not as docs/reference/processor.md describes · unknown_enterprise: of none that is here · id_reused: the id belongs to
 * another result · not_stored: the inbox failed to store it.
 */
export type SetAsideReason = 'malformed' | 'unknown_enterprise' | 'id_reused' | 'not_stored';

/** A result of a page, as far as it can be named. */
export interface NamedResult {
  readonly position: number;
  readonly for_enterprise: string | null;
  readonly processor_result_id: string | null;
  readonly end_to_end_id: string | null;
  readonly kind: string | null;
}

export interface RejectedResult extends NamedResult {
  readonly reason: SetAsideReason;
  /** What is wrong with it, without what it says. */
  readonly problem: string;
}

export interface SetAsideResult extends RejectedResult {
  readonly id: string;
  readonly processor: string;
  /** The cursor behind which its page was read. */
  readonly page_cursor: string;
  readonly set_aside_at: Date;
}

/** Results that no inbox can store, kept for an operator while other results go on. Uses the relay role: they have no tenant. */
@Injectable()
export class SetAsideResults {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    gauges: DatabaseGauges,
  ) {
    gauges.add({
      name: 'gauge-set-aside-results',
      gauges: [transferMetrics.payments_processor_results_set_aside],
      sql: `SELECT reason, count(*)::int AS payments_processor_results_set_aside FROM (
          SELECT reason FROM transfers.set_aside_results WHERE closed_at IS NULL LIMIT ${COUNTED_AT_MOST}) AS first
        GROUP BY reason`,
    });
  }

  /** Keeps those of a page; a page that is read again keeps each once. */
  async keep(
    { processor, cursor }: { readonly processor: string; readonly cursor: string },
    results: readonly RejectedResult[],
  ): Promise<void> {
    if (results.length === 0) return;
    const rows = results.map((result) => ({ id: newId(), ...result }));
    await this.query(
      `INSERT INTO transfers.set_aside_results AS kept (id, processor, page_cursor, position, reason, problem,
         for_enterprise, processor_result_id, end_to_end_id, kind, set_aside_at)
       SELECT id, $1, $2, position, reason, problem, for_enterprise, processor_result_id, end_to_end_id, kind, $4
       FROM jsonb_to_recordset($3::jsonb) AS r(id uuid, position int, reason text, problem text, for_enterprise text,
         processor_result_id text, end_to_end_id text, kind text)
       ON CONFLICT ON CONSTRAINT set_aside_results_unique DO UPDATE SET reason = excluded.reason,
         problem = excluded.problem, set_aside_at = excluded.set_aside_at, closed_at = NULL, close_reason = NULL
         WHERE kept.close_reason = '${REREAD}'`,
      [processor, cursor, JSON.stringify(rows), this.clock.now()],
    );
  }

  /** Open results, oldest first. */
  open(): Promise<SetAsideResult[]> {
    return this.query<SetAsideResult>(
      `SELECT id, processor, page_cursor, position, reason, problem, for_enterprise, processor_result_id, end_to_end_id,
         kind, set_aside_at
       FROM transfers.set_aside_results WHERE closed_at IS NULL ORDER BY id`,
      [],
    );
  }

  /** @returns whether it was open. */
  async close(id: string, because: string): Promise<boolean> {
    const closed = await this.query(
      `UPDATE transfers.set_aside_results SET closed_at = $2, close_reason = $3
       WHERE id = $1 AND closed_at IS NULL RETURNING id`,
      [id, this.clock.now(), because],
    );
    return closed.length > 0;
  }

  /**
   * Rewinds the cursor of every processor to the page of its oldest open result. The inboxes store each result once, and
   * results that still fail are set aside again. A running poll loses its lease, so that it cannot move the cursor.
   */
  async reread(): Promise<SetAsideResult[]> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const closed = await transaction.query<SetAsideResult>(
        `UPDATE transfers.set_aside_results SET closed_at = $1, close_reason = '${REREAD}' WHERE closed_at IS NULL
         RETURNING id, processor, page_cursor, position, reason, problem, for_enterprise, processor_result_id,
           end_to_end_id, kind, set_aside_at`,
        [this.clock.now()],
      );
      closed.sort((one, other) => (one.id < other.id ? -1 : 1));
      for (const processor of new Set(closed.map((each) => each.processor))) {
        const { page_cursor } = closed.find((each) => each.processor === processor)!;
        await transaction.query(
          `UPDATE transfers.result_cursors SET cursor = $2, lease_token = $3, lease_until = 'epoch' WHERE processor = $1`,
          [processor, page_cursor, newId()],
        );
      }
      return closed;
    });
  }

  private query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values));
  }
}

const REREAD = 'reread';
