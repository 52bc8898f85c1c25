import { newYorkDate } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import type { Effect } from '../effect.js';
import { transactionCodeOf } from './transaction-codes.table.js';
import type { TransactionCode } from './transaction-codes.table.js';

/** What a file of statements says once. */
export interface StatementFile {
  /** Of the report. */
  readonly id: string;
  readonly created_at: Date;
  readonly enterprise_id: string;
  readonly enterprise_name: string;
}

/** Cents of a book. `ledger` has all money that is not set aside, `available` that of it that can be spent. */
export interface StatementBalance {
  readonly ledger: bigint;
  readonly available: bigint;
}

/** Cents and counts of the lines of a statement. */
export interface StatementTotals {
  readonly credits: bigint;
  readonly debits: bigint;
  readonly credit_count: number;
  readonly debit_count: number;
}

/** A day of New York in one book. */
export interface BookStatement {
  readonly day: BankingDate;
  /** The id of the subledger or the enterprise, as 32 hexadecimal digits: formats of banks have no room for a UUID. */
  readonly account: string;
  readonly name: string;
  /** Null for the enterprise itself. */
  readonly subledger_reference_id: string | null;
  /** A day may have 23 or 25 hours. */
  readonly start_time: Date;
  readonly end_time: Date;
  readonly opening: StatementBalance;
  readonly closing: StatementBalance;
  readonly totals: StatementTotals;
}

/** What one entry added to a book or took from it. */
export interface StatementLine {
  readonly position: bigint;
  readonly entry_id: string;
  /** Above 0 a credit, below 0 a debit. */
  readonly cents: bigint;
  /** The ledger balance after it. */
  readonly balance: bigint;
  readonly booked_at: Date;
  /** When it can be spent; null while nobody knows. */
  readonly value_day: BankingDate | null;
  readonly code: TransactionCode;
  /** Of the client. */
  readonly reference: string;
  /** Of the banks. */
  readonly trace_number: string;
  readonly end_to_end_id: string | null;
  readonly return_code: string | null;
  readonly description: string;
}

/**
 * The lines of one book, from all its effects. What only moves between its pending and its available money leaves the ledger
 * balance as it is, so it is no line: the available balance shows it.
 */
export function linesOf(effects: readonly Effect[], before: bigint): StatementLine[] {
  let balance = before;
  return effects.flatMap((effect, at) => {
    const { position } = effect;
    if (position === effects[at - 1]?.position || position === effects[at + 1]?.position) return [];
    balance += effect.cents;
    return [lineOf(effect, balance)];
  });
}

function lineOf(effect: Effect, balance: bigint): StatementLine {
  const code = transactionCodeOf(effect);
  const reference = effect.reference_id ?? '';
  const party = (effect.cents > 0n ? effect.source : effect.destination) ?? '';
  return {
    ...{ position: effect.position, entry_id: effect.entry_id, cents: effect.cents, balance, code, reference },
    ...{ booked_at: effect.created_at, value_day: valueDayOf(effect), trace_number: effect.trace_number ?? '' },
    ...{ end_to_end_id: effect.end_to_end_id, return_code: effect.return_code },
    description: [code.title, reference, party].filter((each) => each !== '').join(' '),
  };
}

// Pending money can be spent when its hold ends.
function valueDayOf({ account, cents, hold_until, created_at }: Effect): BankingDate | null {
  if (account === 'available' || cents < 0n) return newYorkDate(created_at);
  return hold_until === null ? null : newYorkDate(hold_until);
}

/**
 * Writes statements in one format, piece by piece. `memo` is all that it has to know to go on, so that another worker can.
 */
export interface StatementWriter {
  open(file: StatementFile): string;
  openDay(day: BankingDate): string;
  openBook(book: BookStatement): string;
  lines(lines: readonly StatementLine[], book: BookStatement): string;
  closeBook(book: BookStatement): string;
  closeDay(): string;
  close(): string;
  memo(): string;
}
