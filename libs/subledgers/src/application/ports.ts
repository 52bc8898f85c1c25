import type { ListQuery } from '@payments/http';
import type { BankingDate } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import type { BookSide, BookTransferState, BookTransferStatus } from '../domain/book-transfer.js';
import type { Owner, SubledgerState } from '../domain/subledger.js';

export interface SubledgerFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly subledger_reference_id?: string;
  readonly customer_reference_id?: string;
  /** Only those that are closed and have money, or lack it; or only the others. */
  readonly closed_with_balance?: boolean;
}

/** What a new book transfer finds of a side that it names: whose money it is, too. */
export interface NamedSide extends BookSide, Owner {
  /** Cents that a closed one lacks, and so takes; null while it is open. */
  readonly lacks: string | null;
}

/** The subledgers of the tenant. Everything happens in the current unit of work. */
export abstract class Subledgers {
  /** The verified customer with this reference, or the enterprise if it is its name. */
  abstract findOwner(customerReferenceId: string): Promise<Owner | undefined>;
  /** Counts those that are not closed, up to a number; until the end of the unit of work nobody else counts. */
  abstract countOpen(most: number): Promise<number>;
  /** Stores a subledger with its event. @throws duplicate_subledger_reference_id */
  abstract add(subledger: SubledgerState): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<SubledgerState | undefined>;
  abstract list(filter: SubledgerFilter): Promise<Page<SubledgerState>>;
  /** Those with these references, locked against being closed. */
  abstract findSides(references: readonly string[]): Promise<NamedSide[]>;
  /** Those of the ids whose subledger is closed. */
  abstract closedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Locks a subledger: nothing new can name it. */
  abstract lock(id: string): Promise<SubledgerState | undefined>;
  /** Whether a transfer or a book transfer that is not final names it. */
  abstract isInUse(id: string): Promise<boolean>;
  /** The latest day, not before one, on which a debit for it takes effect. */
  abstract latestDebit(id: string, since: BankingDate): Promise<BankingDate | null>;
  abstract close(
    id: string,
    closed: Pick<SubledgerState, 'debits_return_until'> & { readonly now: Date },
  ): Promise<void>;
}

export interface BookTransferFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly BookTransferStatus[];
  readonly book_transfer_reference_id?: string;
  /** Of either side. */
  readonly subledger_reference_id?: string;
}

/** The book transfers of the tenant. Everything happens in the current unit of work. */
export abstract class BookTransfers {
  /** Stores a book transfer, with its event once it is final. @throws duplicate_book_transfer_reference_id */
  abstract add(transfer: BookTransferState): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<BookTransferState | undefined>;
  abstract list(filter: BookTransferFilter): Promise<Page<BookTransferState>>;
  /** Locks and loads book transfers, in the order of their ids. */
  abstract lock(ids: readonly string[]): Promise<BookTransferState[]>;
  /** Writes what became of those that waited, with their events. */
  abstract save(transfers: readonly BookTransferState[]): Promise<void>;
}

/** The money of a subledger, in cents. */
export interface SubledgerBalance {
  readonly subledger_id: string;
  readonly subledger_reference_id: string;
  readonly pending: bigint;
  readonly available: bigint;
  readonly reserved: bigint;
  readonly updated_at: Date;
}

export type BalanceFilter = Omit<SubledgerFilter, 'start_time' | 'end_time'>;

/** The balances of the subledgers of the tenant. */
export abstract class SubledgerBalances {
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<SubledgerBalance | undefined>;
  abstract list(filter: BalanceFilter): Promise<Page<SubledgerBalance>>;
}
