import type { EntryState } from './entry.js';
import type { Posting } from './posting.js';

/** Something that money in suspense is about, and when. */
export interface SuspenseOccasion {
  readonly subject_id: string;
  readonly banking_at: Date;
}

/** What gives money in suspense to the enterprise, or charges it. */
const ALLOCATION = 'allocate';

type Moved = Pick<EntryState, 'kind' | 'debit_account' | 'credit_account' | 'amount'>;

/** Cents that entries leave in suspense: above 0 what came in, below 0 what went out. */
export function suspended(entries: readonly Moved[]): bigint {
  return entries.reduce((sum, { debit_account, credit_account, amount }) => {
    if (credit_account === 'suspense') return sum + amount;
    return debit_account === 'suspense' ? sum - amount : sum;
  }, 0n);
}

/** Cents that entries moved in cash: above 0 what came in. */
export function cashMoved(entries: readonly Moved[]): bigint {
  return entries.reduce((sum, { debit_account, credit_account, amount }) => {
    if (debit_account === 'cash') return sum + amount;
    return credit_account === 'cash' ? sum - amount : sum;
  }, 0n);
}

/** Money that the bank moved: above 0 it came in, below 0 it went out. @throws RangeError for 0 */
export function receipt({ subject_id, banking_at }: SuspenseOccasion, kind: string, cents: bigint): Posting {
  if (cents === 0n) throw new RangeError('nothing was moved');
  const accounts =
    cents > 0n ? ({ debit: 'cash', credit: 'suspense' } as const) : ({ debit: 'suspense', credit: 'cash' } as const);
  return { ...posting({ subject_id, banking_at }, cents), ...accounts, kind, attempt: 1 };
}

/** What empties suspense of a subject again, to or from the available money; none if there is nothing. */
export function allocation(occasion: SuspenseOccasion, entries: readonly Moved[]): Posting[] {
  const cents = suspended(entries);
  if (cents === 0n) return [];
  const accounts =
    cents > 0n
      ? ({ debit: 'suspense', credit: 'available' } as const)
      : ({ debit: 'available', credit: 'suspense' } as const);
  const attempt = 1 + entries.filter(({ kind }) => kind === ALLOCATION).length;
  return [{ ...posting(occasion, cents), ...accounts, kind: ALLOCATION, attempt }];
}

function posting({ subject_id, banking_at }: SuspenseOccasion, cents: bigint) {
  return { subject_id, leg: 'none', amount: cents > 0n ? cents : -cents, banking_at } as const;
}
