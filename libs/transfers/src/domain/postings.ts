import type { LegState, Side } from './leg.js';
import type { Rail } from './reason-codes.js';

/** The accounts that a subledger has; the others are those of the enterprise itself. */
const BOOK_ACCOUNTS: readonly string[] = ['available', 'pending', 'reserved'];

export type LedgerAccount = 'available' | 'pending' | 'reserved' | `clearing_${Rail}` | 'cash';

/** One ledger entry: the amount leaves the debited account for the credited one. */
export interface Posting {
  readonly subject_id: string;
  readonly leg: Side;
  readonly attempt: number;
  readonly kind: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** The books of these accounts, if not the enterprise's own. */
  readonly debit_book?: string;
  readonly credit_book?: string;
  readonly amount: bigint;
  /** The banking instant that the entry belongs to. */
  readonly banking_at: Date;
}

/** An entry before it is assigned to a leg. */
export type Move = Pick<Posting, 'kind' | 'debit' | 'credit'>;

/** The books of a move that a transfer with this subledger makes. */
export function booksOf({ debit, credit }: Move, subledgerId: string | null) {
  if (subledgerId === null) return {};
  return {
    ...(BOOK_ACCOUNTS.includes(debit) && { debit_book: subledgerId }),
    ...(BOOK_ACCOUNTS.includes(credit) && { credit_book: subledgerId }),
  };
}

/** A payout's money is reserved when the worker accepts it, so that nothing else can spend it. */
export const reserve: Move = { kind: 'reserve', debit: 'available', credit: 'reserved' };

/** The money of a credit that will not be submitted is released. */
export const unreserve: Move = { kind: 'unreserve', debit: 'reserved', credit: 'available' };

/** A leg is submitted. */
export function submit({ side, rail }: Pick<LegState, 'side' | 'rail'>): Move {
  return side === 'source'
    ? { kind: 'submit', debit: `clearing_${rail}`, credit: 'pending' }
    : { kind: 'submit', debit: 'reserved', credit: `clearing_${rail}` };
}

/** The banks have settled a leg. */
export function settle({ side, rail }: Pick<LegState, 'side' | 'rail'>): Move {
  return side === 'source'
    ? { kind: 'settle', debit: 'cash', credit: `clearing_${rail}` }
    : { kind: 'settle', debit: `clearing_${rail}`, credit: 'cash' };
}

/** The hold of a debit ends: its money is available, or reserved for the credit that waits for it. */
export function release(to: 'available' | 'reserved'): Move {
  return { kind: 'release', debit: 'pending', credit: to };
}

/**
 * Reverses all postings since the submission of a leg, the latest first. Released money is taken from available, wherever
 * it went: an unsent credit returns it first; a sent one cannot be recalled, so available may become negative.
 */
export function undo(leg: Pick<LegState, 'side' | 'rail' | 'status'>): Move[] {
  const posted = [
    submit(leg),
    ...(leg.status === 'settled' || leg.status === 'released' ? [settle(leg)] : []),
    ...(leg.status === 'released' ? [release('available')] : []),
  ];
  return posted.reverse().map(({ kind, debit, credit }) => ({ kind: `reverse_${kind}`, debit: credit, credit: debit }));
}
