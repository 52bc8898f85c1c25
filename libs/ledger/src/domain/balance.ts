import type { LedgerAccount } from './accounts.js';

/** The balance of one account: credits minus debits, in cents. */
export interface AccountBalance {
  readonly account: LedgerAccount;
  readonly balance: bigint;
  readonly updated_at: Date;
}
