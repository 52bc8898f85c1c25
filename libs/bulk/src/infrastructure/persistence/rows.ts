import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toBulkView } from '../../application/bulk.view.js';
import type { BulkRow, Outcomes } from '../../application/ports.js';
import { BULK_FIELDS } from '../../domain/bulk-state.js';
import type { BulkEvent, BulkState } from '../../domain/bulk-state.js';

/** pg gives bigint as text. */
export type BulkTransferRow = Omit<BulkState, 'amount' | 'expected_amount'> & {
  readonly amount: string;
  readonly expected_amount: string | null;
};

export type RowRow = Omit<BulkRow, 'amount'> & { readonly amount: string | null };

export const BULK_COLUMNS = BULK_FIELDS.join(', ');
export const PART_COLUMNS = 'number, rows, lines, size, digest, ends_line, received_at';
export const ROW_COLUMNS =
  'number, line, status, transfer_reference_id, amount, takes_funds, transfer_id, error, accounts';

export function toState(row: BulkTransferRow): BulkState {
  const { expected_amount } = row;
  return {
    ...row,
    amount: BigInt(row.amount),
    expected_amount: expected_amount === null ? null : BigInt(expected_amount),
  };
}

export function stateAsJson(state: BulkState): string {
  return JSON.stringify([
    { ...state, amount: String(state.amount), expected_amount: state.expected_amount?.toString() ?? null },
  ]);
}

export function toRow(row: RowRow): BulkRow {
  return { ...row, amount: row.amount === null ? null : BigInt(row.amount) };
}

/** An event as it is published: with the bulk transfer as the API shows it. */
export function toRecordedEvent({ type, state, occurredAt: created_at }: BulkEvent, outcomes: Outcomes): RecordedEvent {
  const resource = { resource_type: 'bulk_transfer', resource_id: state.id, sequence: state.sequence } as const;
  return { id: newId(), type, ...resource, data: { bulk_transfer: toBulkView({ state, outcomes }) }, created_at };
}
