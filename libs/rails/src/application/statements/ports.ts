import type { StatementClass } from '../../domain/statements/statement-classes.table.js';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import type { BalanceProof, SettledEntry } from '../../domain/statements/balance-proof.js';
import type { DayStatement, KnownStatement } from '../../domain/statements/continuity.js';
import type { PostingItem } from '../../domain/statements/expected-posting.js';
import type { KnownReturn } from '../../domain/inbound/known-returns.js';
import type { BookedLine, ExplainedLine, StatementMatch } from '../../domain/statements/match-statement.js';
import type {
  StatementEvent,
  StatementHeader,
  StatementLine,
  StatementOptions,
  StatementTotals,
} from '../../domain/statements/statement.js';
import type { ReconciliationBreak } from '../../domain/statements/reconciliation-break.js';

/** What a file of statements consists of; the digest is of all that a statement says, but for its id. */
export type DigestedEvent =
  | Exclude<StatementEvent, { kind: 'statement_closed' }>
  | (Extract<StatementEvent, { kind: 'statement_closed' }> & { readonly digest: Buffer });

/** Reads statements of banks. */
export abstract class StatementReader {
  /** @throws InboundFileError */
  abstract read(
    kind: 'bai2' | 'camt',
    source: ByteSource,
    options: StatementOptions,
  ): AsyncGenerator<DigestedEvent, void, undefined>;
}

/**
 * loading: its file is being read, or other pages are to come · current: it is compared with our postings · superseded: the bank corrected it · repeated:
 * it was received before · unbooked: its status is not new, a person decides · shown: intraday, or a notification
 */
type StatementState = 'loading' | 'current' | 'superseded' | 'repeated' | 'unbooked' | 'shown';

/** A statement of the settlement account of a connection, column-shaped. Amounts are cents. */
export interface StoredStatement extends Omit<StatementHeader, 'line' | 'id'> {
  readonly id: string;
  readonly connection: string;
  readonly inbound_id: string;
  /** Its place in the file, from 1. */
  readonly ordinal: number;
  readonly bank_id: string;
  readonly state: StatementState;
  readonly lines: number;
  readonly credits: bigint;
  readonly debits: bigint;
  readonly received_at: Date;
  readonly reconciled_at: Date | null;
  /** Of the last comparison in which it was the last statement. Null before, and where the balance cannot be proven. */
  readonly proof: BalanceProof | null;
}

export type NewStatement = Pick<StoredStatement, 'connection' | 'inbound_id' | 'ordinal'> & {
  readonly header: StatementHeader;
};

export interface ClosedStatement {
  readonly totals: StatementTotals;
  readonly digest: Buffer;
  /** `loading`: a page of several, of which others are to come. */
  readonly state: StatementState;
  /** The statements that count no longer, and those that count again. */
  readonly supersedes: readonly string[];
  readonly restores?: readonly string[];
  /** The pages that it is put together of, in their order, itself among them, and what they state together. */
  readonly joined?: { readonly pages: readonly string[] } & Pick<StatementHeader, 'day' | 'opening' | 'closing'>;
}

/** A statement of a day, or a page of one. */
export interface ReadStatement
  extends Omit<DayStatement, 'digest'>, Pick<StoredStatement, 'state' | 'page' | 'is_last_page'> {
  readonly statement_id: string;
  readonly day: string;
  readonly digest: string;
  readonly totals: StatementTotals;
}

/** A line as it is stored. */
export interface StoredLine extends StatementLine {
  readonly id: string;
  readonly statement_id: string;
  readonly is_open: boolean;
  readonly matched_by: StatementMatch['by'] | null;
  readonly explained_as: string | null;
  readonly explained_for: string | null;
  /** The line of an earlier statement of the day that was explained, and booked, for this one too. */
  readonly explained_with: string | null;
}

/** The day of an explained line. */
export interface ExplainedDay extends Pick<StoredLine, 'value_day'> {
  /** By the bank: the statement that counts has no such line. */
  readonly is_corrected: boolean;
}

/** A statement that takes part in the comparison. */
export interface CurrentStatement extends KnownStatement {
  readonly statement_id: string;
  readonly header: StatementHeader;
  readonly totals: StatementTotals;
}

/** Pages of a statement that is not whole yet. */
export interface WaitingPages {
  readonly bank_id: string;
  readonly day: string;
  readonly pages: readonly number[];
}

export interface StatementFilter {
  readonly connection?: string;
  /** Intraday reports, notifications and what was received again too. */
  readonly all?: boolean;
}

/** Statements of all enterprises of a connection, each call in a transaction of its own. */
export abstract class Statements {
  /** Stores a statement that is being read, or finds it. */
  abstract begin(statement: NewStatement): Promise<StoredStatement>;
  /** Those that are stored already are ignored. Positions count from 1. */
  abstract addLines(
    statement: StoredStatement,
    lines: readonly (StatementLine & { readonly position: number })[],
  ): Promise<void>;
  /** All of a day that were compared once, as they came in. */
  abstract ofDay(connection: string, day: string): Promise<ReadStatement[]>;
  /** All pages under an id of the bank, also those that were put together. */
  abstract pages(connection: string, bankId: string): Promise<ReadStatement[]>;
  /** Pages that wait for others, by the id of the bank. */
  abstract waitingPages(connection: string): Promise<WaitingPages[]>;
  /** Ends the reading: the lines of a current one are compared from now on, those of the corrected ones no longer. */
  abstract close(statementId: string, closed: ClosedStatement): Promise<void>;
  /** The current statements since a day, oldest first. */
  abstract current(connection: string, since: string): Promise<CurrentStatement[]>;
  abstract find(id: string): Promise<StoredStatement | undefined>;
  /** Newest first. */
  abstract list(filter: StatementFilter, limit: number): Promise<StoredStatement[]>;
  abstract lines(statementId: string, page: { readonly after: number; readonly limit: number }): Promise<StoredLine[]>;
  /** A person said what an open line is, after all returns that are being applied. @returns false if it is not open. */
  abstract explain(
    line: { readonly id: string; readonly connection: string },
    as: string,
    enterpriseId: string,
  ): Promise<boolean>;
  /** Takes an explanation back of which nothing is booked any more. `renewed` lines of a statement that counts get another id. */
  abstract reopen(lineId: string, as?: { readonly renewed: boolean }): Promise<void>;
  /** Opens the exception of an explained line again, or makes that of a wire: it decides about the money. */
  abstract reconsider(lineId: string): Promise<void>;
  /** Explained lines of statements that count, with one of these references. */
  abstract explainedLines(connection: string, references: readonly string[]): Promise<ExplainedLine[]>;
  abstract explainedLine(id: string): Promise<ExplainedDay | undefined>;
  abstract findLine(id: string): Promise<(StoredLine & { readonly connection: string }) | undefined>;
  /** Whether a statement that came before an instant was not compared yet. */
  abstract isDue(connection: string, before: Date): Promise<boolean>;
  /** When each connection last got a statement of a day; those without one are left out. */
  abstract lastReceived(connections: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** All statements until a day were compared; with the proof of the last one. */
  abstract markReconciled(
    connection: string,
    until: string,
    last: Pick<StoredStatement, 'id' | 'proof'>,
  ): Promise<void>;
  /** Booked lines that nothing matches and nobody explained. */
  abstract openLines(connection: string, until: string): Promise<BookedLine[]>;
}

/** A posting as it is stored: of one enterprise, of a batch or an entry. */
export interface StoredPosting extends PostingItem {
  readonly enterprise_id: string;
  readonly end_to_end_id: string | null;
  /**
   * It was due before the first day of all statements, and sent or reported before any came: the opening balance may have it.
   */
  readonly is_early: boolean;
}

/** A return that the bank should have booked, or what an operator booked of an exception. */
export interface NewReturnPosting {
  readonly key: string;
  readonly kind: 'return' | 'exception';
  readonly connection: string;
  readonly file: string;
  readonly batch: string;
  readonly end_to_end_id: string | null;
  readonly day: string;
  /** Of our account. */
  readonly direction: 'credit' | 'debit';
  /** That of ACH returns if omitted. */
  readonly class?: StatementClass;
  readonly amount: bigint;
  readonly references: readonly string[];
}

/** A file whose postings are made, for the enterprise at hand. */
export interface PostedFile {
  readonly id: string;
  readonly connection: string;
  readonly name: string;
  /** The bank has it, or will have it. */
  readonly isExpected: boolean;
  /** Its payments are posted once they are accepted: a network may refuse each of them. */
  readonly isMessage: boolean;
  /** One posting for each entry; else for each batch. */
  readonly isPerEntry: boolean;
  readonly batches: readonly {
    readonly batch_key: string;
    /** As the file numbers it. */
    readonly batch: string;
    /** What the bank may call the file and the batch. */
    readonly references: readonly string[];
  }[];
}

/** What banks should book because of our files and their returns. */
export abstract class Postings {
  /** In the current unit of work. Those whose key is stored already are ignored. */
  abstract addReturns(postings: readonly NewReturnPosting[]): Promise<void>;
  /**
   * What is known to have come back, in the current unit of work: of these payments, and under these ids of banks. Lock the
   * payments before.
   */
  abstract returnsOf(endToEndIds: readonly string[], ids: readonly string[]): Promise<KnownReturn[]>;
  /** The matches of postings that `derive` would change or remove; in the current unit of work. */
  abstract outdatedMatches(file: PostedFile): Promise<string[]>;
  /** Makes the postings of a file what its entries say; in the current unit of work. */
  abstract derive(file: PostedFile): Promise<void>;
  /** Those that no statement confirms, over all enterprises. */
  abstract open(
    connection: string,
    days: { readonly from: string; readonly first: string; readonly until: string; readonly withEarly: boolean },
  ): Promise<StoredPosting[]>;
  /** Of these references, those of postings that a statement confirms, by `matchedKey`. */
  abstract matched(connection: string, references: readonly string[]): Promise<Set<string>>;
  /** The first of these references that is of a posting; with a direction, of one that no statement confirms. */
  abstract knownReference(
    connection: string,
    references: readonly string[],
    openOn?: 'credit' | 'debit',
  ): Promise<string | undefined>;
  /** Stores what belongs together, on both sides. @returns it without matches of lines that are open no longer */
  abstract match(matches: readonly StatementMatch[]): Promise<StatementMatch[]>;
  /** Takes matches apart, on both sides. */
  abstract release(matchIds: readonly string[]): Promise<void>;
}

/** Entries of the current tenant, in its transaction. */
export abstract class SettledEntries {
  /** Of orders that settled or came back in a period of days, both included. */
  abstract between(connection: string, from: string, to: string): Promise<SettledEntry[]>;
  /** Orders that changed since the begin of a day and have neither settled nor come back. */
  abstract unsettled(connection: string, from: string): Promise<string[]>;
  /**
   * Cents in our favor that the bank should have booked by the end of a day and that the ledger has later: entries that wait
   * for their settlement. `fileIds` are the files whose entries the bank has not accepted yet.
   */
  abstract inTime(connection: string, day: string, fileIds: readonly string[]): Promise<bigint>;
}

/** The cash of the current tenant in the ledger, for the context that gives the orders. */
export abstract class LedgerCash {
  /** What the ledger has of these orders. */
  abstract ofOrders(endToEndIds: readonly string[]): Promise<SettledEntry[]>;
  /** The balance of `cash` before a banking instant, credits minus debits. */
  abstract balance(before: Date): Promise<bigint>;
  /** Whether results that were reported to the context are not in the ledger yet. */
  abstract isBehind(): Promise<boolean>;
}

export interface StoredBreak extends ReconciliationBreak {
  readonly id: string;
  readonly connection: string;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly resolved_at: Date | null;
}

/** What the account had before the ledger began, by the first comparison. */
export interface OpeningDifference {
  /** Without what was due before the first day and was booked since. */
  readonly cents: bigint;
  /** The first day that a statement covered then. */
  readonly first_day: string | null;
}

/** The last comparison of a connection. */
export interface LastReconciliation {
  readonly day: string;
  /** Null where the balance cannot be proven. */
  readonly opening: OpeningDifference | null;
  /** Cents of open lines and late postings. */
  readonly unreconciled: bigint;
  readonly finished_at: Date;
}

/** Differences between the books, each call in a transaction of its own. */
export abstract class Breaks {
  /** Stores what a comparison found: what it did not find again is resolved. */
  abstract store(
    connection: string,
    found: readonly ReconciliationBreak[],
    run: Omit<LastReconciliation, 'finished_at'> & { readonly started_at: Date },
  ): Promise<void>;
  abstract last(connection: string): Promise<LastReconciliation | undefined>;
  /** Cents in our favor of early postings, before this day, that are on a statement of that day or a later one. */
  abstract bookedLate(connection: string, day: string): Promise<bigint>;
  /** Open ones, the oldest day first. */
  abstract open(filter: { readonly connection?: string; readonly day?: string }, limit: number): Promise<StoredBreak[]>;
}
