import { Money } from '@payments/kernel';
import type { EntryState } from '../domain/entry.js';

/** An entry in responses. The amount is in cents; times are ISO 8601 with milliseconds. */
export interface EntryView {
  readonly id: string;
  readonly subject_id: string;
  readonly leg: EntryState['leg'];
  readonly attempt: number;
  readonly kind: string;
  readonly debit_account: EntryState['debit_account'];
  readonly credit_account: EntryState['credit_account'];
  readonly amount: number;
  readonly currency: 'USD';
  readonly banking_at: string;
  readonly created_at: string;
}

export function toEntryView({ amount, banking_at, created_at, ...entry }: EntryState): EntryView {
  return {
    id: entry.id,
    subject_id: entry.subject_id,
    leg: entry.leg,
    attempt: entry.attempt,
    kind: entry.kind,
    debit_account: entry.debit_account,
    credit_account: entry.credit_account,
    amount: Money.usd(amount).toWire(),
    currency: 'USD',
    banking_at: banking_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
