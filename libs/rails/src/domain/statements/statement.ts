import type { BankingDate } from '@payments/kernel';
import type { Waiver } from '../inbound/waivers.js';
import type { ConfiguredCodes, StatementClass } from './statement-classes.table.js';

/** What a bank says about an account, before its lines. */
export interface StatementHeader {
  readonly format: 'camt.052' | 'camt.053' | 'camt.054' | 'bai2';
  readonly line: number;
  readonly id: string;
  /** Consecutive at some banks. */
  readonly sequence: number | null;
  /** As the bank writes it. */
  readonly account: string;
  /** The last day that it covers. */
  readonly day: BankingDate;
  /** Only statements of a `day` are reconciled. */
  readonly purpose: 'day' | 'intraday' | 'notification';
  /** A final statement of the day is to come. */
  readonly is_interim: boolean;
  /** When the bank made it; null where it does not say. */
  readonly told_at: Date | null;
  /** The number of this page, where it is one of several: it counts once all of them are there. */
  readonly page: number | null;
  readonly is_last_page: boolean;
  /** By the status of its group in BAI2: what does not come new is for a person. */
  readonly status: 'new' | 'deletion' | 'correction' | 'test';
  /** Cents, negative when overdrawn; null where the bank does not say. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
}

export interface StatementLine {
  readonly line: number;
  /** Cents, 0 or more. */
  readonly amount: bigint;
  /** Of our account. */
  readonly direction: 'credit' | 'debit';
  /** Only booked lines count. */
  readonly status: 'booked' | 'pending' | 'info';
  readonly booking_day: BankingDate;
  readonly value_day: BankingDate;
  readonly class: StatementClass;
  /** The bank's code, as 142 or PMNT/RCDT/ESCT. */
  readonly code: string;
  readonly is_reversal: boolean;
  /** How many payments it sums up, where the bank says so. */
  readonly payments: number | null;
  /** References of ours and of the bank. */
  readonly references: readonly string[];
  readonly text: string;
}

/**
 * What a file of statements consists of, in its order. Lines are provisional until `statement_closed`: the sums may show
 * that one is wrong, and then the reader throws instead; and all of them until `file_closed`.
 */
export type StatementEvent =
  | FileClosed
  | { readonly kind: 'statement_opened'; readonly statement: StatementHeader }
  | { readonly kind: 'lines'; readonly statement: StatementHeader; readonly lines: readonly StatementLine[] }
  | { readonly kind: 'statement_closed'; readonly statement: StatementHeader; readonly totals: StatementTotals };

/** The end of a file. */
export interface FileClosed {
  readonly kind: 'file_closed';
  /** Statements that are not read, since they are of other accounts, and these accounts, masked. */
  readonly others: { readonly statements: number; readonly accounts: readonly string[] };
  /** The rules that it breaks and may break. */
  readonly waived: readonly Waiver[];
}

/** Cents of booked lines. */
export interface StatementTotals {
  readonly lines: number;
  readonly credits: bigint;
  readonly debits: bigint;
}

/** The most lines in one event. */
export const LINES_PER_EVENT = 1_000;

export interface StatementOptions {
  /** The accounts whose statements are read: all if omitted. One at least must be in the file. */
  readonly accounts?: readonly { readonly number: string; readonly codes?: ConfiguredCodes }[];
  /** Where an account has none of its own. */
  readonly codes?: ConfiguredCodes;
  /** Rules that the file may break. */
  readonly accept?: readonly Waiver[];
}
