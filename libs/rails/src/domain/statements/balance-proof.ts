import type { ExpectedPosting } from './expected-posting.js';
import { type BookedLine, signedOf } from './match-statement.js';

/** A side of an entry in the ledger or in the files: what settled or came back, and on which day. */
export interface SettledEntry {
  readonly end_to_end_id: string;
  readonly kind: 'settled' | 'returned';
  readonly day: string;
  /** Cents in our favor at the bank. */
  readonly cents: bigint;
}

export interface LedgerBreak {
  readonly kind: 'ledger_only' | 'rails_only' | 'amount';
  readonly end_to_end_id: string;
  readonly day: string;
  /** Cents that the ledger has more than the files. */
  readonly difference: bigint;
}

/** Compares the ledger with the files, entry by entry. */
export function compareLedger(ledger: readonly SettledEntry[], rails: readonly SettledEntry[]): LedgerBreak[] {
  const keyOf = ({ end_to_end_id, kind, day }: SettledEntry) => [day, kind, end_to_end_id].join('|');
  const sums = new Map<string, { entry: SettledEntry; ledger: bigint | null; rails: bigint | null }>();
  for (const side of ['ledger', 'rails'] as const) {
    for (const entry of side === 'ledger' ? ledger : rails) {
      const sum = sums.get(keyOf(entry)) ?? { entry, ledger: null, rails: null };
      sums.set(keyOf(entry), { ...sum, [side]: (sum[side] ?? 0n) + entry.cents });
    }
  }
  return [...sums.values()].flatMap(({ entry: { end_to_end_id, day }, ...cents }) => {
    const difference = (cents.ledger ?? 0n) - (cents.rails ?? 0n);
    const kind = cents.rails === null ? 'ledger_only' : cents.ledger === null ? 'rails_only' : 'amount';
    return kind === 'amount' && difference === 0n ? [] : [{ kind, end_to_end_id, day, difference } as const];
  });
}

export interface BalanceInput {
  /** What the bank states at the end of the day. */
  readonly closing: bigint;
  /** Lines that match nothing. */
  readonly unmatched: readonly BookedLine[];
  /** What is expected and not on a statement yet, late or not. */
  readonly in_transit: readonly ExpectedPosting[];
  /** Sum of the cash accounts of the ledger: what we owe is above 0. */
  readonly ledger_cash: bigint;
  /** What the account had before the ledger began, and what was explained since. */
  readonly opening_difference: bigint;
}

/** Cents between the bank and the ledger that no line and no posting explains. 0: the books agree. */
export function balanceDifference({
  closing,
  unmatched,
  in_transit,
  ledger_cash,
  opening_difference,
}: BalanceInput): bigint {
  const sum = (items: readonly (BookedLine | ExpectedPosting)[]) =>
    items.reduce((all, each) => all + signedOf(each), 0n);
  return closing - sum(unmatched) + sum(in_transit) - (opening_difference - ledger_cash);
}
