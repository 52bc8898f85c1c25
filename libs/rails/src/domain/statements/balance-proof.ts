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
  const sums = new Map<string, BothSides>();
  for (const side of ['ledger', 'rails'] as const) {
    for (const entry of side === 'ledger' ? ledger : rails) {
      const key = keyOf(entry);
      const sum = sums.get(key) ?? { entry, ledger: null, rails: null };
      sum[side] = (sum[side] ?? 0n) + entry.cents;
      sums.set(key, sum);
    }
  }
  return [...sums.values()].filter((sum) => sum.ledger !== sum.rails).map(breakOf);
}

/** Cents of entries with the same id, kind and day; null without any. */
interface BothSides {
  readonly entry: SettledEntry;
  ledger: bigint | null;
  rails: bigint | null;
}

function breakOf({ entry: { end_to_end_id, day }, ledger, rails }: BothSides): LedgerBreak {
  const kind = rails === null ? 'ledger_only' : ledger === null ? 'rails_only' : 'amount';
  return { kind, end_to_end_id, day, difference: (ledger ?? 0n) - (rails ?? 0n) };
}

export interface BalanceInput {
  /** What the bank states at the end of the day. */
  readonly closing: bigint;
  /** Lines that match nothing. */
  readonly unmatched: readonly BookedLine[];
  /** What is expected and not on a statement yet, late or not. */
  readonly in_transit: readonly ExpectedPosting[];
  /** Cents in our favor that the bank has booked and the ledger settles later. */
  readonly unsettled: bigint;
  /** Sum of the cash accounts of the ledger: what we owe is above 0. */
  readonly ledger_cash: bigint;
  /** What the account had before the ledger began, and what was explained since. */
  readonly opening_difference: bigint;
}

/**
 * How the balance of the bank and the cash of the ledger explain each other, in cents: closing - open_lines + in_transit -
 * unsettled = opening_difference - ledger_cash + difference. Without a difference the books agree.
 */
export type BalanceProof = Readonly<
  Record<
    'closing' | 'open_lines' | 'in_transit' | 'unsettled' | 'ledger_cash' | 'opening_difference' | 'difference',
    bigint
  >
>;

/**
 * What the account had before the ledger began, by the first comparison. A statement between others may still be missing: what
 * it moved is in the closing balance, and neither in lines nor in postings.
 */
export function openingDifference(balances: Omit<BalanceInput, 'opening_difference'>, missing: bigint): bigint {
  return balanceProof({ ...balances, opening_difference: missing }).difference;
}

/** The balance of one enterprise of a connection. */
export interface OwnBalance {
  readonly enterprise_id: string;
  readonly cash: bigint;
  readonly unsettled: bigint;
}

/** All that a proof is made of. If two comparisons read the same, nothing moved between them: the proof is of one instant. */
export function readingOf(
  { closing, unmatched, in_transit }: Pick<BalanceInput, 'closing' | 'unmatched' | 'in_transit'>,
  own: readonly OwnBalance[],
): string {
  const items = [...unmatched, ...in_transit].map((each) => `${each.id} ${signedOf(each)}`).sort();
  const balances = own.map(({ enterprise_id, cash, unsettled }) => `${enterprise_id} ${cash} ${unsettled}`).sort();
  return [closing, ...items, ...balances].join('\n');
}

export function balanceProof({ unmatched, in_transit: expected, ...balances }: BalanceInput): BalanceProof {
  const sum = (items: readonly (BookedLine | ExpectedPosting)[]) =>
    items.reduce((all, each) => all + signedOf(each), 0n);
  const [open_lines, in_transit] = [sum(unmatched), sum(expected)];
  const { closing, unsettled, opening_difference, ledger_cash } = balances;
  const difference = closing - open_lines + in_transit - unsettled - (opening_difference - ledger_cash);
  return { closing, open_lines, in_transit, unsettled, ledger_cash, opening_difference, difference };
}
