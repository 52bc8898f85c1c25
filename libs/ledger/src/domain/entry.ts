import type { LedgerAccount } from './accounts.js';
import type { Posting } from './posting.js';

/** An entry in the ledger. */
export interface EntryState extends Omit<Posting, 'debit' | 'credit' | 'debit_book' | 'credit_book'> {
  readonly id: string;
  /** From 1 without gaps, in the order in which the entries of the enterprise were committed. */
  readonly position: bigint;
  readonly debit_account: LedgerAccount;
  readonly credit_account: LedgerAccount;
  readonly debit_book: string;
  readonly credit_book: string;
  /** Real time. It never decreases from one position to the next. */
  readonly created_at: Date;
}
