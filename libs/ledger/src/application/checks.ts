import type { Transaction } from '@payments/persistence';
import type { LedgerAccount } from '../domain/accounts.js';

/** One account as its row says, and as its entries sum to; in cents. */
export interface RecomputedBalance {
  readonly account: LedgerAccount;
  /** Left out when there is no row. */
  readonly balance?: bigint;
  readonly recomputed: bigint;
}

export interface Recomputation {
  readonly entries: number;
  readonly balances: readonly RecomputedBalance[];
}

/** The ledger of one enterprise at one moment: everything that is read in the transaction is of that moment. */
export interface LedgerSnapshot {
  readonly enterpriseId: string;
  readonly transaction: Transaction;
  readonly recomputation: Recomputation;
}

/** Where a rule is broken. */
export interface LedgerFinding {
  /** An account, an entry, a transfer … */
  readonly subject: string;
  readonly message: string;
}

/** One rule that `ledger verify` looks after. Other contexts have their own checks, such as of each transfer. */
export interface LedgerCheck {
  readonly name: string;
  /** Reads in bounded steps, whatever the size of the ledger. */
  find(snapshot: LedgerSnapshot): Promise<readonly LedgerFinding[]>;
}
