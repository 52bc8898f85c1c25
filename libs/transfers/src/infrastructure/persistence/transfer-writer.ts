import { Injectable } from '@nestjs/common';
import { EventLog } from '@payments/messaging';
import { Metrics, workContext } from '@payments/observability';
import { currentTransaction, isAny } from '@payments/persistence';
import { transferMetrics } from '../../application/metrics.table.js';
import type { ChangedTransfer } from '../../application/ports.js';
import type { LegState } from '../../domain/leg.js';
import type { OpenedTransfer, Transfer } from '../../domain/transfer.js';
import type { TransferChanges } from '../../domain/transfer-changes.js';
import type { UseCase } from '../../domain/transfer-type.js';
import { insertTransfers } from './insert-transfers.js';
import { LEG_COLUMNS, toJson, toRecordedEvent } from './rows.js';

/** Writes what steps and results made of transfers: a statement per table, all sent together. */
@Injectable()
export class TransferWriter {
  constructor(
    private readonly events: EventLog,
    private readonly metrics: Metrics,
  ) {}

  /** Stores transfers with usable parties and unused references; returns their ids. */
  async addAll(opened: readonly OpenedTransfer[]): Promise<ReadonlySet<string>> {
    const ids = await insertTransfers(opened);
    const stored = opened.filter(({ state }) => ids.has(state.id));
    await Promise.all([
      this.saveHistory(
        stored.flatMap(({ state, changes }) => changes.statuses.map((each) => ({ transfer_id: state.id, ...each }))),
      ),
      this.events.append(stored.flatMap(({ changes }) => changes.events.map((event) => toRecordedEvent(event, [])))),
    ]);
    currentTransaction().afterCommit(() => {
      for (const { state, changes } of stored) countChanges(this.metrics, state, changes);
    });
    return ids;
  }

  async save(changed: readonly ChangedTransfer[]): Promise<void> {
    const moved = changed
      .filter(({ changes }) => changes.events.length > 0)
      .map(({ transfer, changes }) => ({ ...changes, id: transfer.snapshot().id, transfer }));
    const legs = changed.flatMap(({ changes }) => changes.legs);
    await this.saveSteps(moved.map(({ id, statuses }) => ({ id, statuses: statuses.map(({ status }) => status) })));
    await Promise.all([
      this.saveStates(moved.map(({ transfer }) => transfer)),
      this.saveHistory(moved.flatMap(({ id, statuses }) => statuses.map((each) => ({ transfer_id: id, ...each })))),
      this.saveLegs(legs),
      this.events.append(
        moved.flatMap(({ transfer, events }) => events.map((event) => toRecordedEvent(event, transfer.legSnapshots()))),
      ),
    ]);
    currentTransaction().afterCommit(() => {
      for (const { transfer, changes } of changed) countChanges(this.metrics, transfer.snapshot(), changes);
    });
  }

  // The database takes one legal step at a time, so a transfer that made several at once takes them one by one: all but
  // the last here, together with those of the others.
  private async saveSteps(
    moved: readonly { readonly id: string; readonly statuses: readonly string[] }[],
  ): Promise<void> {
    const longest = Math.max(0, ...moved.map(({ statuses }) => statuses.length));
    for (let step = 0; step < longest - 1; step++) {
      const rows = moved
        .filter(({ statuses }) => statuses.length > step + 1)
        .map(({ id, statuses }) => ({ id, status: statuses[step] }));
      await currentTransaction().query(
        `UPDATE transfers.transfers t SET status = s.status
         FROM jsonb_populate_recordset(NULL::transfers.transfers, $2::jsonb) AS s
         WHERE t.enterprise_id = $1 AND t.id = s.id AND ${isAny('s.id')}`,
        [workContext.enterpriseId(), JSON.stringify(rows)],
        'update-transfer-statuses',
      );
    }
  }

  private async saveStates(transfers: readonly Transfer[]): Promise<void> {
    if (transfers.length === 0) return;
    const rows = transfers.map((transfer) => {
      const { id, status, status_reasons, gate, sequence, version, updated_at, metadata } = transfer.snapshot();
      const { estimated_funds_delivery_date: delivery } = transfer.snapshot();
      const changed = { status, status_reasons, gate, estimated_funds_delivery_date: delivery, metadata };
      return { id, ...changed, sequence, version, updated_at };
    });
    const saved = await currentTransaction().query(
      `UPDATE transfers.transfers t SET status = s.status, status_reasons = s.status_reasons,
         estimated_funds_delivery_date = s.estimated_funds_delivery_date, metadata = s.metadata, gate = s.gate, sequence = s.sequence,
         version = s.version + 1, updated_at = s.updated_at
       FROM jsonb_populate_recordset(NULL::transfers.transfers, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = s.id AND ${isAny('s.id')} AND t.version = s.version RETURNING t.id`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'update-transfers',
    );
    if (saved.length !== rows.length)
      throw new Error('the transfer was changed by another transaction at the same time');
  }

  private async saveHistory(changes: readonly object[]): Promise<void> {
    if (changes.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO transfers.status_history (enterprise_id, transfer_id, position, status, updated_at)
       SELECT $1, transfer_id, position, status, updated_at
       FROM jsonb_populate_recordset(NULL::transfers.status_history, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(changes)],
      'insert-status-history',
    );
  }

  private async saveLegs(legs: readonly LegState[]): Promise<void> {
    if (legs.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO transfers.legs (enterprise_id, ${LEG_COLUMNS})
       SELECT $1, ${LEG_COLUMNS}
       FROM jsonb_populate_recordset(NULL::transfers.legs, $2::jsonb)
       ON CONFLICT (enterprise_id, id) DO UPDATE SET rail = excluded.rail, end_to_end_id = excluded.end_to_end_id,
         status = excluded.status, attempt = excluded.attempt, attempts = excluded.attempts,
         window_at = excluded.window_at, effective_date = excluded.effective_date, settles_at = excluded.settles_at,
         hold_until = excluded.hold_until, batch_id = excluded.batch_id, trace_number = excluded.trace_number,
         return_trace_number = excluded.return_trace_number, network_reason_code = excluded.network_reason_code,
         last_result_at = excluded.last_result_at, version = legs.version + 1, updated_at = excluded.updated_at`,
      [workContext.enterpriseId(), toJson(legs)],
      'upsert-legs',
    );
  }
}

/** What becomes of transfers and their legs, for the metrics. */
export function countChanges(
  metrics: Metrics,
  { use_case }: { readonly use_case: UseCase },
  { statuses, legs }: TransferChanges,
): void {
  for (const { status } of statuses) metrics.count(transferMetrics.payments_transfers_total, { use_case, status });
  for (const { rail, status } of legs) metrics.count(transferMetrics.payments_legs_total, { rail, status });
}
