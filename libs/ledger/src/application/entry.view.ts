import { Money } from '@payments/kernel';
import { OWN_BOOK } from '../domain/books.js';
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
  readonly position: number;
  /** The subledgers whose accounts were moved; none for the enterprise's own. */
  readonly debit_subledger_id?: string;
  readonly credit_subledger_id?: string;
}

export function toEntryView({
  amount,
  banking_at,
  created_at,
  debit_book,
  credit_book,
  ...entry
}: EntryState): EntryView {
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
    position: Number(entry.position),
    ...(debit_book !== OWN_BOOK && { debit_subledger_id: debit_book }),
    ...(credit_book !== OWN_BOOK && { credit_subledger_id: credit_book }),
  };
}
