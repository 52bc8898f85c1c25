import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toTransferView } from '../../application/transfer.view.js';
import type { LegState } from '../../domain/leg.js';
import { TRANSFER_FIELDS } from '../../domain/transfer-state.js';
import type { TransferEvent, TransferState } from '../../domain/transfer-state.js';

/** pg gives bigint as text. */
export type Row<State extends { readonly amount: bigint }> = Omit<State, 'amount'> & { readonly amount: string };

type StateWithAmount = { readonly amount: bigint };

/** States as JSON, in which PostgreSQL finds each column by its name. */
export function toJson(states: readonly StateWithAmount[]): string {
  return JSON.stringify(states.map(toRow));
}

/** A state with its amount as pg takes it. */
export function toRow<State extends StateWithAmount>(state: State): Row<State> {
  return { ...state, amount: state.amount.toString() };
}

export function toState<State extends { readonly amount: bigint }>(row: Row<State>): State {
  return { ...row, amount: BigInt(row.amount) } as unknown as State;
}

/** An event as it is published: with the transfer as the API shows it. */
export function toRecordedEvent(event: TransferEvent, legs: readonly LegState[]): RecordedEvent {
  const { type, sequence, state, occurredAt: created_at } = event;
  const data = { transfer: toTransferView(state, legs) };
  return { id: newId(), type, resource_type: 'transfer', resource_id: state.id, sequence, data, created_at };
}

export const TRANSFER_COLUMNS = TRANSFER_FIELDS.join(', ');

export const LEG_COLUMNS = `id, transfer_id, side, rail, amount, account_id, account_version, end_to_end_id, status,
  attempt, attempts, window_at, effective_date, settles_at, hold_until, batch_id, trace_number, return_trace_number,
  network_reason_code, last_result_at, version, created_at, updated_at`;

export type TransferRow = Row<TransferState>;
export type LegRow = Row<LegState>;
