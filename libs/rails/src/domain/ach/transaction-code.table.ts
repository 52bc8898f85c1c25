export type Direction = 'credit' | 'debit';
type AchAccountType = 'checking' | 'savings' | 'general_ledger' | 'loan';
/** `entry` moves money · `prenote` tests an account · `zero_dollar` carries remittance data only · `return`: also a change */
type EntryUse = 'entry' | 'prenote' | 'zero_dollar' | 'return';

export interface TransactionCode {
  readonly account_type: AchAccountType;
  readonly direction: Direction;
  readonly use: EntryUse;
}

const uses: readonly (readonly [last: number, direction: Direction, use: EntryUse])[] = [
  [1, 'credit', 'return'],
  [2, 'credit', 'entry'],
  [3, 'credit', 'prenote'],
  [4, 'credit', 'zero_dollar'],
  [6, 'debit', 'return'],
  [7, 'debit', 'entry'],
  [8, 'debit', 'prenote'],
  [9, 'debit', 'zero_dollar'],
];

const accountTypes: readonly (readonly [first: number, type: AchAccountType])[] = [
  [20, 'checking'],
  [30, 'savings'],
  [40, 'general_ledger'],
];

/** Loans take credits. Their only debit is 55, the reversal of a credit. */
const loans: readonly (readonly [code: number, direction: Direction, use: EntryUse])[] = [
  [51, 'credit', 'return'],
  [52, 'credit', 'entry'],
  [53, 'credit', 'prenote'],
  [54, 'credit', 'zero_dollar'],
  [55, 'debit', 'entry'],
  [56, 'debit', 'return'],
];

/** The transaction codes, by number. */
export const transactionCodes: ReadonlyMap<number, TransactionCode> = new Map([
  ...accountTypes.flatMap(([first, account_type]) =>
    uses.map(([last, direction, use]) => [first + last, { account_type, direction, use }] as const),
  ),
  ...loans.map(([code, direction, use]) => [code, { account_type: 'loan', direction, use }] as const),
]);

/** The code of an entry that moves money, or of one that only tests the account. */
export function transactionCodeOf(
  account_type: 'checking' | 'savings',
  direction: Direction,
  use: 'entry' | 'prenote' = 'entry',
): number {
  const code = (account_type === 'checking' ? 20 : 30) + (direction === 'credit' ? 2 : 7);
  return use === 'prenote' ? code + 1 : code;
}
