import type { Posting } from '@payments/ledger';
import type { BookFunds } from './ports.js';

/** Money of a bulk transfer in one book; the attempt tells the entries of its books apart. */
interface BulkMove extends BookFunds {
  readonly bulk_id: string;
  readonly attempt: number;
}

const RESERVE = { kind: 'bulk_reserve', debit: 'available', credit: 'reserved' } as const;
const RELEASE = { kind: 'bulk_release', debit: 'reserved', credit: 'available' } as const;
const TAKE = { kind: 'bulk_take', debit: 'reserved', credit: 'available' } as const;

/** The money of all payouts from a book is set aside. */
export function reserveOf(move: BulkMove, banking_at: Date): Posting {
  return { ...RESERVE, ...entryOf(move), banking_at };
}

/** What is left of it is available again. */
export function releaseOf(move: BulkMove, banking_at: Date): Posting {
  return { ...RELEASE, ...entryOf(move), banking_at };
}

/**
 * The money of one payout is taken out of it, and becomes that payout's by its own entry. The number of the row is the
 * attempt: a row takes its money once.
 */
export function takeOf(move: BulkMove, banking_at: Date): Posting {
  return { ...TAKE, ...entryOf(move), banking_at };
}

function entryOf({ bulk_id, attempt, book, amount }: BulkMove) {
  return { subject_id: bulk_id, leg: 'none', attempt, debit_book: book, credit_book: book, amount } as const;
}
