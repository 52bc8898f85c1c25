import type { ListQuery } from '@payments/http';
import type { BankingDate } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import type { LedgerAccount } from '../domain/accounts.js';
import type { AccountBalance } from '../domain/balance.js';
import type { EntryState } from '../domain/entry.js';
import type { BookAmounts, PlaceMovement } from '../domain/movements.js';
import type { Posting } from '../domain/posting.js';

/** Moves money between the accounts of the current tenant. */
export abstract class Ledger {
  /** Gives the current tenant its door and its own balance, which is 0 from now on. */
  abstract open(): Promise<void>;

  /** Locks all books of the current tenant until the end of the transaction; returns the available cents of its own. */
  abstract lockAvailable(): Promise<bigint>;

  /** As `lockAvailable`, with the available cents of each of these books. */
  abstract lockBooks(books: readonly string[]): Promise<ReadonlyMap<string, bigint>>;

  /** The available cents of a book at this moment; nothing is locked. */
  abstract available(book: string): Promise<bigint>;

  /**
   * Appends entries and moves the balances, in the current unit of work, and locks all books until its end. An entry
   * that already exists is a bug: the unique key rejects it.
   */
  abstract post(postings: readonly Posting[]): Promise<void>;

  /**
   * Ends the time before an instant that has passed: no later entry is dated before it. Locks all books until the end of the
   * transaction.
   */
  abstract closeUntil(instant: Date): Promise<void>;
}

/** Which entries a list shows: posted at or after `start_time` and before `end_time`. */
export interface EntryFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly transfer_id?: string;
  /** Debited or credited. */
  readonly account?: LedgerAccount;
  /** Whose book was debited or credited. */
  readonly subledger_id?: string;
}

/** Reads the ledger of the current tenant. */
export abstract class LedgerReader {
  /** The balances of all accounts of the enterprise's own book that have entries, and `available`. */
  abstract balances(): Promise<AccountBalance[]>;
  /** As `balances`, and the sums over all subledgers at the same moment; accounts that none of them has are omitted. */
  abstract balancesOfAll(): Promise<{ readonly own: AccountBalance[]; readonly ofSubledgers: AccountBalance[] }>;
  /** Newest first. */
  abstract entries(filter: EntryFilter): Promise<Page<EntryState>>;
  /** All entries of one subject. */
  abstract ofSubject(subjectId: string): Promise<EntryState[]>;
}

/** The books of the current tenant as they were. Reads in bounded steps, whatever the size of the ledger. */
export abstract class BookHistory {
  /** The last position before an instant; 0 before the first entry. Final once the time was closed. */
  abstract positionBefore(instant: Date): Promise<bigint>;
  /** What a book, or all of them together, held after the entry at a position. */
  abstract amountsAt(position: bigint, book?: string): Promise<BookAmounts>;
}

/** The end of a day in New York. */
export interface DayEnd {
  readonly day: BankingDate;
  readonly last_position: bigint;
}

/** Which ends of days to list: from a day to another, both included. */
export interface DayBalanceQuery {
  readonly from: BankingDate;
  readonly to: BankingDate;
  readonly book: string;
}

/** Cents at the end of a day. */
export interface DayBalance extends BookAmounts {
  readonly day: BankingDate;
}

/** The balances of all places at the ends of days, which are never written again. */
export abstract class DayEnds {
  /** The latest one, up to a day. */
  abstract latest(upTo: BankingDate): Promise<DayEnd | undefined>;
  /** What moved after one position, up to another. */
  abstract movements(after: bigint, upTo: bigint): Promise<PlaceMovement[]>;
  /** The available and pending money of a book at the ends of these days, the oldest first. */
  abstract list(query: DayBalanceQuery): Promise<readonly DayBalance[]>;
  /** Adds a day with what has moved since the one before. A day that is there stays as it is. */
  abstract add(dayEnd: DayEnd, movements: readonly PlaceMovement[]): Promise<void>;
}

/** An entry that moves `cash`. */
export interface CashMovement extends Pick<EntryState, 'subject_id' | 'leg' | 'attempt' | 'kind' | 'banking_at'> {
  /** Cents: above 0 what came to the settlement bank, below 0 what left it. */
  readonly cents: bigint;
}

/** The settlement cash of the current tenant, in its transaction. */
export abstract class Cash {
  /** What moved because of these subjects. */
  abstract ofSubjects(subjectIds: readonly string[]): Promise<CashMovement[]>;
  /**
   * Cents at the settlement bank before a banking instant. Nothing that was posted before `postedSince` belongs to a later
   * instant.
   */
  abstract before(bankingAt: Date, postedSince: Date): Promise<bigint>;
}

/** Money that came from outside, into settlement cash. */
export interface Credit {
  readonly id: string;
  /** Cents. */
  readonly amount: bigint;
  /** The bank's reference, such as that of a wire. */
  readonly reference: string | null;
  readonly created_at: Date;
}

export abstract class Credits {
  /** @throws DomainError credit_reference_taken */
  abstract add(credit: Credit): Promise<void>;
  /** Of the first of these references that has one. */
  abstract under(references: readonly string[]): Promise<Credit | undefined>;
}
