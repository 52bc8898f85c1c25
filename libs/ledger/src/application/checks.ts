import type { Transaction } from '@payments/persistence';
import type { LedgerAccount } from '../domain/accounts.js';

/** The balance of one account, from its row and as the sum of its entries; in cents. */
export interface RecomputedBalance {
  /** Left out for the enterprise's own book. */
  readonly book?: string;
  readonly account: LedgerAccount;
  /** Left out when there is no row. */
  readonly balance?: bigint;
  readonly recomputed: bigint;
}

export interface Recomputation {
  readonly entries: number;
  readonly balances: readonly RecomputedBalance[];
}

/** A snapshot of the ledger of one enterprise: everything read in the transaction is from the same moment. */
export interface LedgerSnapshot {
  readonly enterpriseId: string;
  readonly transaction: Transaction;
  readonly now: Date;
  readonly recomputation: Recomputation;
}

/** A violation of a rule. */
export interface LedgerFinding {
  /** An account, an entry, a transfer … */
  readonly subject: string;
  readonly message: string;
}

/** One rule that `ledger verify` checks. */
export interface LedgerCheck {
  readonly name: string;
  /** Reads in bounded steps, whatever the size of the ledger. */
  find(snapshot: LedgerSnapshot): Promise<readonly LedgerFinding[]>;
}
