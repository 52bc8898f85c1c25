import type { LegState } from '../../domain/leg.js';
import type { TransferState } from '../../domain/transfer-state.js';

/** pg gives bigint as text. */
export type Row<State extends { readonly amount: bigint }> = Omit<State, 'amount'> & { readonly amount: string };

export function toState<State extends { readonly amount: bigint }>(row: Row<State>): State {
  return { ...row, amount: BigInt(row.amount) } as unknown as State;
}

export const TRANSFER_COLUMNS = `id, transfer_reference_id, use_case, amount, currency, speed, source, destination, status,
  status_reasons, account_statement_descriptor, estimated_funds_delivery_date, metadata, sequence, version, created_at, updated_at`;

export const LEG_COLUMNS = `id, transfer_id, side, rail, amount, account_id, account_version, end_to_end_id, status,
  attempt, attempts, window_at, effective_date, settles_at, hold_until, batch_id, trace_number, return_trace_number,
  network_reason_code, last_result_at, version, created_at, updated_at`;

export type TransferRow = Row<TransferState>;
export type LegRow = Row<LegState>;
