import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toVerifyAccountEventView } from '../../application/verify-account.view.js';
import type { ProbeState } from '../../domain/probe.js';
import type { VerifyAccountEvent } from '../../domain/verify-account-state.js';

/** pg gives bigint as text. */
export type ProbeRow = Omit<ProbeState, 'amount'> & { readonly amount: string };

export const ACCOUNT_COLUMNS = [
  ...['id', 'type', 'routing_number', 'account_number', 'account_holder_name', 'email', 'sender_name', 'person'],
  ...['business', 'identity_number', 'external_account_id', 'verification_status', 'status_reason', 'evidence'],
  ...['ownership_status', 'matches', 'control_status', 'control_attempts', 'statement_code_hash', 'control_until'],
  ...['debit_status', 'debit_status_reason', 'estimated_verification_date', 'sequence', 'version'],
  ...['created_at', 'updated_at'],
].join(', ');

export const PROBE_COLUMNS = `id, account_id, purpose, side, rail, amount, end_to_end_id, status, requested_at, window_at,
  effective_date, settles_at, hold_until, batch_id, trace_number, return_trace_number, network_reason_code,
  last_result_at, version, created_at, updated_at`;

export function toProbe(row: ProbeRow): ProbeState {
  return { ...row, amount: BigInt(row.amount) };
}

export function probesAsJson(probes: readonly ProbeState[]): string {
  return JSON.stringify(probes.map((probe) => ({ ...probe, amount: probe.amount.toString() })));
}

/** An event as it is published. Its resource stands under the key `account`. */
export function toRecordedEvent({ type, state, occurredAt: created_at }: VerifyAccountEvent): RecordedEvent {
  const resource = { resource_type: 'verify_account', resource_id: state.id, sequence: state.sequence } as const;
  return { id: newId(), type, ...resource, data: { account: toVerifyAccountEventView(state) }, created_at };
}
