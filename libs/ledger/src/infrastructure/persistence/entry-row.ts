import type { EntryState } from '../../domain/entry.js';

/** As pg gives it: bigint as text. */
export type EntryRow = Omit<EntryState, 'amount' | 'position'> & {
  readonly amount: string;
  readonly position: string;
};

/** Entries of the enterprise that is parameter 1; conditions may follow. */
export const ENTRY_ROW = `
  SELECT id, subject_id, leg, attempt, kind, debit_account, credit_account, amount, banking_at, created_at, position,
    debit_book, credit_book
  FROM ledger.entries
  WHERE enterprise_id = $1`;

export function toEntry(row: EntryRow): EntryState {
  return { ...row, amount: BigInt(row.amount), position: BigInt(row.position) };
}
