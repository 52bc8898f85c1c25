import type { LedgerAccount } from './accounts.js';

/** The side of a transfer that an entry belongs to; `none` if there are no sides. */
export const ledgerLegs = ['source', 'destination', 'none'] as const;

/**
 * One entry to be posted: it names the account that is debited and the one that is credited, so it balances by
 * construction. "X -> Y" is debit X, credit Y. Subject, leg, attempt and kind together are unique.
 */
export interface Posting {
  /** UUID of a transfer, or of a credit. */
  readonly subject_id: string;
  readonly leg: (typeof ledgerLegs)[number];
  /** From 1. */
  readonly attempt: number;
  /** What happened, such as reserve, submit, settle, release: lowercase letters, digits and `_`. */
  readonly kind: string;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** Cents, above 0. */
  readonly amount: bigint;
  /** The banking instant it belongs to, which in the sandbox may lie ahead of real time. */
  readonly banking_at: Date;
}

/** The movement of each account, in cents: credits minus debits. Sums to 0. */
export function movementsOf(postings: readonly Pick<Posting, 'debit' | 'credit' | 'amount'>[]) {
  const movements = new Map<LedgerAccount, bigint>();
  const move = (account: LedgerAccount, cents: bigint) =>
    movements.set(account, (movements.get(account) ?? 0n) + cents);
  for (const { debit, credit, amount } of postings) {
    move(debit, -amount);
    move(credit, amount);
  }
  return movements as ReadonlyMap<LedgerAccount, bigint>;
}
