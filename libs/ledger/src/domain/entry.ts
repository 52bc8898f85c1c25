import type { LedgerAccount } from './accounts.js';
import type { Posting } from './posting.js';

/** An entry in the ledger. */
export interface EntryState extends Omit<Posting, 'debit' | 'credit'> {
  readonly id: string;
  readonly debit_account: LedgerAccount;
  readonly credit_account: LedgerAccount;
  /** Real time. */
  readonly created_at: Date;
}
