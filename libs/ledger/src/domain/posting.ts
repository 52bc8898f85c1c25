import type { LedgerAccount } from './accounts.js';
import { OWN_BOOK, placeKey } from './books.js';

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
  /** The books of these accounts, if not the enterprise's own. */
  readonly debit_book?: string;
  readonly credit_book?: string;
  /** Cents, above 0. */
  readonly amount: bigint;
  /** The banking instant it belongs to, which in the sandbox may lie ahead of real time. */
  readonly banking_at: Date;
}

type Moving = Pick<Posting, 'debit' | 'credit' | 'debit_book' | 'credit_book' | 'amount'>;

/** The movement of each place, in cents: credits minus debits. Sums to 0. */
export function movementsOf(postings: readonly Moving[]): ReadonlyMap<string, bigint> {
  const movements = new Map<string, bigint>();
  const move = (key: string, cents: bigint) => movements.set(key, (movements.get(key) ?? 0n) + cents);
  for (const { debit, credit, debit_book: from = OWN_BOOK, credit_book: to = OWN_BOOK, amount } of postings) {
    move(placeKey({ book: from, account: debit }), -amount);
    move(placeKey({ book: to, account: credit }), amount);
  }
  return movements;
}
