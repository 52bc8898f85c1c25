import type { Effect } from '../effect.js';

/** How statements name what moved money. */
export interface TransactionCode {
  /** Three digits of BAI2 and of its successor, ASC X9 BTRS. */
  readonly bai2: string;
  /** Family and subfamily in the domain PMNT of the bank transaction codes of ISO 20022. */
  readonly family: string;
  readonly subfamily: string;
  readonly title: string;
}

type Direction = 'credit' | 'debit';

const code = ([bai2, family, subfamily, title]: readonly [string, string, string, string]): TransactionCode => ({
  ...{ bai2, family, subfamily, title },
});

const codes = {
  ach: {
    credit: code(['165', 'IDDT', 'PMDD', 'ACH debit collected']),
    debit: code(['455', 'ICDT', 'DMCT', 'ACH payment']),
  },
  instant: {
    credit: code(['158', 'RRCT', 'DMCT', 'Instant payment received']),
    debit: code(['458', 'IRCT', 'DMCT', 'Instant payment']),
  },
  returned_ach: {
    credit: code(['257', 'ICDT', 'RRTN', 'ACH payment returned']),
    debit: code(['557', 'IDDT', 'UPDD', 'ACH debit returned']),
  },
  returned_instant: {
    credit: code(['158', 'IRCT', 'RRTN', 'Instant payment returned']),
    debit: code(['458', 'RRCT', 'RRTN', 'Instant payment sent back']),
  },
  deposit: {
    credit: code(['195', 'RCDT', 'DMCT', 'Deposit']),
    debit: code(['495', 'ICDT', 'DMCT', 'Withdrawal']),
  },
  book: {
    credit: code(['206', 'RCDT', 'BOOK', 'Book transfer received']),
    debit: code(['506', 'ICDT', 'BOOK', 'Book transfer']),
  },
  // Money that is set aside before its rail is known, or released because it was not sent.
  other: {
    credit: code(['399', 'MCOP', 'OTHR', 'Funds released']),
    debit: code(['699', 'MDOP', 'OTHR', 'Funds set aside']),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Direction, TransactionCode>>>>;

const OF_KIND: Readonly<Record<string, keyof typeof codes>> = { credit: 'deposit', book: 'book' };

type CodedEffect = Pick<Effect, 'kind' | 'rail' | 'cents' | 'return_code'>;

// The money of a payment is released if it was not sent, and if it came back.
function groupOf({ kind, rail, return_code }: CodedEffect): keyof typeof codes {
  const own = OF_KIND[kind];
  if (own !== undefined) return own;
  const isReleased = kind === 'unreserve';
  if (rail === null || (isReleased && return_code === null)) return 'other';
  const isAch = rail === 'ach' || rail === 'same_day_ach';
  if (isReleased || kind.startsWith('reverse_')) return isAch ? 'returned_ach' : 'returned_instant';
  return isAch ? 'ach' : 'instant';
}

/** The code of what an entry did to a book. */
export function transactionCodeOf(effect: CodedEffect): TransactionCode {
  return codes[groupOf(effect)][effect.cents > 0n ? 'credit' : 'debit'];
}
