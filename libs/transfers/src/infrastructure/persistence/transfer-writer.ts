import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { Metrics, workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { toTransferView } from '../../application/transfer.view.js';
import type { LegState } from '../../domain/leg.js';
import type { Transfer } from '../../domain/transfer.js';
import type { TransferEvent } from '../../domain/transfer-state.js';
import { LEG_COLUMNS } from './rows.js';

/** Writes what steps and results made of transfers: a statement per table, all sent together. */
@Injectable()
export class TransferWriter {
  constructor(
    private readonly events: EventLog,
    private readonly metrics: Metrics,
  ) {}

  async save(transfers: readonly Transfer[]): Promise<void> {
    const changed = transfers.map((transfer) => ({
      id: transfer.snapshot().id,
      transfer,
      events: transfer.pullEvents(),
      changes: transfer.pullStatusChanges(),
    }));
    const moved = changed.filter(({ events }) => events.length > 0);
    const legs = transfers.flatMap((transfer) => transfer.pullChangedLegs());
    await this.saveSteps(moved.map(({ id, changes }) => ({ id, statuses: changes.map(({ status }) => status) })));
    await Promise.all([
      this.saveStates(moved.map(({ transfer }) => transfer)),
      this.saveHistory(moved.flatMap(({ id, changes }) => changes.map((change) => ({ transfer_id: id, ...change })))),
      this.saveLegs(legs),
      this.events.append(moved.flatMap(({ transfer, events }) => events.map((event) => toRecorded(transfer, event)))),
    ]);
    currentTransaction().afterCommit(() => this.count(moved, legs));
  }

  private count(
    moved: readonly { readonly transfer: Transfer; readonly changes: readonly { readonly status: string }[] }[],
    legs: readonly LegState[],
  ): void {
    for (const { transfer, changes } of moved) {
      const { use_case } = transfer.snapshot();
      for (const { status } of changes) this.metrics.count('payments_transfers_total', { use_case, status });
    }
    for (const { rail, status } of legs) this.metrics.count('payments_legs_total', { rail, status });
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
         FROM jsonb_to_recordset($2::jsonb) AS s(id uuid, status text) WHERE t.enterprise_id = $1 AND t.id = s.id`,
        [enterpriseId(), JSON.stringify(rows)],
        'save-transfer-steps',
      );
    }
  }

  private async saveStates(transfers: readonly Transfer[]): Promise<void> {
    if (transfers.length === 0) return;
    const rows = transfers.map((transfer) => {
      const { id, status, status_reasons, sequence, version, updated_at, metadata } = transfer.snapshot();
      const { estimated_funds_delivery_date } = transfer.snapshot();
      return { id, status, status_reasons, estimated_funds_delivery_date, metadata, sequence, version, updated_at };
    });
    const saved = await currentTransaction().query(
      `UPDATE transfers.transfers t SET status = s.status, status_reasons = s.status_reasons,
         estimated_funds_delivery_date = s.estimated_funds_delivery_date, metadata = s.metadata, sequence = s.sequence,
         version = s.version + 1, updated_at = s.updated_at
       FROM jsonb_to_recordset($2::jsonb) AS s(id uuid, status text, status_reasons jsonb,
         estimated_funds_delivery_date timestamptz, metadata jsonb, sequence int, version int, updated_at timestamptz)
       WHERE t.enterprise_id = $1 AND t.id = s.id AND t.version = s.version RETURNING t.id`,
      [enterpriseId(), JSON.stringify(rows)],
      'save-transfers',
    );
    if (saved.length !== rows.length)
      throw new Error('the transfer was changed by another transaction at the same time');
  }

  private async saveHistory(changes: readonly object[]): Promise<void> {
    if (changes.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO transfers.status_history (enterprise_id, transfer_id, position, status, updated_at)
       SELECT $1, transfer_id, position, status, updated_at
       FROM jsonb_to_recordset($2::jsonb) AS h(transfer_id uuid, position int, status text, updated_at timestamptz)`,
      [enterpriseId(), JSON.stringify(changes)],
      'insert-history',
    );
  }

  private async saveLegs(legs: readonly LegState[]): Promise<void> {
    if (legs.length === 0) return;
    const rows = legs.map((leg) => ({ ...leg, amount: leg.amount.toString() }));
    await currentTransaction().query(
      `INSERT INTO transfers.legs (enterprise_id, ${LEG_COLUMNS})
       SELECT $1, ${LEG_COLUMNS}
       FROM jsonb_to_recordset($2::jsonb) AS l(id uuid, transfer_id uuid, side text, rail text, amount bigint,
         account_id uuid, account_version int, end_to_end_id text, status text, attempt int, attempts jsonb,
         window_at timestamptz, effective_date text, settles_at timestamptz, hold_until timestamptz, batch_id uuid,
         trace_number text, return_trace_number text, network_reason_code text, last_result_at timestamptz, version int,
         created_at timestamptz, updated_at timestamptz)
       ON CONFLICT (enterprise_id, id) DO UPDATE SET rail = excluded.rail, end_to_end_id = excluded.end_to_end_id,
         status = excluded.status, attempt = excluded.attempt, attempts = excluded.attempts,
         window_at = excluded.window_at, effective_date = excluded.effective_date, settles_at = excluded.settles_at,
         hold_until = excluded.hold_until, batch_id = excluded.batch_id, trace_number = excluded.trace_number,
         return_trace_number = excluded.return_trace_number, network_reason_code = excluded.network_reason_code,
         last_result_at = excluded.last_result_at, version = legs.version + 1, updated_at = excluded.updated_at`,
      [enterpriseId(), JSON.stringify(rows)],
      'save-legs',
    );
  }
}

function toRecorded(transfer: Transfer, { type, occurredAt, sequence, state }: TransferEvent): RecordedEvent {
  return {
    id: newId(),
    type,
    resource_type: 'transfer',
    resource_id: state.id,
    sequence,
    data: { transfer: toTransferView(state, transfer.legSnapshots()) },
    created_at: occurredAt,
  };
}

function enterpriseId(): string {
  return workContext.tenant().enterpriseId;
}
