import type { Direction } from '../ach/transaction-code.table.js';
import type { ReturnedItem } from './returned-item.js';

/** An entry as it was sent, as far as a return can be compared with it. */
export interface SentEntry {
  readonly trace: string;
  /** Whether the bank may have it: its file was uploaded, and neither refused nor withdrawn. */
  readonly is_sent: boolean;
  /** The eight digits of the bank that it went to. */
  readonly receiving_dfi: string;
  readonly amount: number;
  readonly direction: Direction;
  readonly company_id: string;
  /** Columns 13 to 29 and 40 to 54 of the entry detail. */
  readonly account_number: string;
  readonly individual_id: string;
  /** Of the return that was applied to it. */
  readonly return_trace: string | null;
  readonly return_code: string | null;
}

/** Why no entry is left: the first comparison that the last candidates failed. */
type Mismatch =
  'unknown_trace' | 'not_sent' | 'other_bank' | 'other_amount' | 'other_direction' | 'other_company' | 'other_receiver';

/**
 * `match`: the one entry that it is about · `repeated`: a return that was applied before · `duplicate`: another return of
 * an entry that was returned · `ambiguous`: several entries fit · `unmatched`: none does
 */
export type Match<E> =
  | { readonly kind: 'match' | 'repeated' | 'duplicate'; readonly entry: E }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unmatched'; readonly mismatch: Mismatch };

type Comparison = readonly [mismatch: Mismatch, fits: (item: ReturnedItem, entry: SentEntry) => boolean];

/** Every one must hold. A trace number alone says little: it repeats after ten million entries. */
const comparisons: readonly Comparison[] = [
  ['unknown_trace', (item, entry) => item.original_trace !== '' && item.original_trace === entry.trace],
  ['not_sent', (_, entry) => entry.is_sent],
  ['other_bank', (item, entry) => item.original_receiving_dfi === entry.receiving_dfi],
  // A notification of change has no amount.
  ['other_amount', (item, entry) => item.kind === 'change' || item.amount === entry.amount],
  ['other_direction', (item, entry) => item.direction === entry.direction],
  ['other_company', (item, entry) => item.company_id === entry.company_id],
  ['other_receiver', isSameReceiver],
];

/** Finds the entry that a return or a notification of change is about among those with its trace number. */
export function matchReturned<E extends SentEntry>(item: ReturnedItem, candidates: readonly E[]): Match<E> {
  let left = candidates;
  for (const [mismatch, fits] of comparisons) {
    left = left.filter((entry) => fits(item, entry));
    if (left.length === 0) return { kind: 'unmatched', mismatch };
  }
  const [entry, ...others] = left as [E, ...E[]];
  if (others.length > 0) return { kind: 'ambiguous' };
  return { kind: standingOf(item, entry), entry };
}

/** What a return is to the entry that it is about. */
export function standingOf(item: ReturnedItem, entry: SentEntry): 'match' | 'repeated' | 'duplicate' {
  if (item.kind === 'change' || entry.return_trace === null) return 'match';
  return entry.return_trace === item.trace && entry.return_code === item.code ? 'repeated' : 'duplicate';
}

/** Our reference decides where the bank copied it; without it, the account does. Banks may leave both out. */
function isSameReceiver(item: ReturnedItem, entry: SentEntry): boolean {
  if (item.individual_id !== '' && entry.individual_id !== '') {
    return isSameId(item.individual_id, entry.individual_id);
  }
  return item.account_number === '' || item.account_number === entry.account_number;
}

/** Some banks write all in upper case, and then the case of ours says nothing. */
const isSameId = (theirs: string, ours: string) =>
  theirs === ours || (theirs === theirs.toUpperCase() && theirs === ours.toUpperCase());
