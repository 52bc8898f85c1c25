import { newId } from '@payments/kernel';
import { newTransfer } from '@payments/transfers';
import type { LegState, PartyState, TransferState, UseCase } from '@payments/transfers';

const NOW = new Date('2026-01-31T17:00:00Z');
const HAS_SIDES: Readonly<Record<UseCase, { readonly source: boolean; readonly destination: boolean }>> = {
  payout: { source: false, destination: true },
  direct_debit: { source: true, destination: false },
  deposit: { source: true, destination: true },
  account_to_account: { source: true, destination: true },
};

/** A side of a transfer: an account and its customer. */
export function aParty(name: string, changes: Partial<PartyState> = {}): PartyState {
  return {
    account_reference_id: `${name}-account`,
    customer_reference_id: `${name}-customer`,
    account_id: newId(),
    account_version: 1,
    ...changes,
  };
}

/** The state of a transfer that was just created: a payout unless stated, with the sides of its use case. */
export function aTransfer(changes: Partial<TransferState> = {}): TransferState {
  const { use_case = 'payout', created_at = NOW } = changes;
  const { source, destination } = HAS_SIDES[use_case];
  const request = { transfer_reference_id: 'transfer-1', amount: 12_500, currency: 'USD', speed: 'standard' } as const;
  return {
    ...newTransfer(request, { id: newId(), use_case, now: created_at }),
    source: source ? aParty('source') : null,
    destination: destination ? aParty('destination') : null,
    sequence: 1,
    ...changes,
  };
}

/** The state of a leg that was submitted by ACH, the credit of a payout unless stated. */
export function aLeg(changes: Partial<LegState> = {}): LegState {
  const { id = newId(), created_at = NOW } = changes;
  return {
    id,
    transfer_id: newId(),
    side: 'destination',
    rail: 'ach',
    amount: 12_500n,
    account_id: newId(),
    account_version: 1,
    end_to_end_id: `P${id.replaceAll('-', '')}`,
    status: 'submitted',
    attempt: 1,
    attempts: [],
    window_at: created_at,
    effective_date: created_at.toISOString().slice(0, 10),
    settles_at: created_at,
    hold_until: null,
    batch_id: newId(),
    trace_number: null,
    return_trace_number: null,
    network_reason_code: null,
    last_result_at: null,
    version: 1,
    created_at,
    updated_at: created_at,
    ...changes,
  };
}
