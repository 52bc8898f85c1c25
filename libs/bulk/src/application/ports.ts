import type { ListQuery, PageQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { PinnedAccount, TransferRequest } from '@payments/transfers';
import type { BulkState, RowStatus } from '../domain/bulk-state.js';
import type { BulkStatus } from '../domain/bulk-status.js';
import type { BulkTransfer, ReceivedPart } from '../domain/bulk-transfer.js';
import type { RowError } from '../domain/read-row.js';

/** Which bulk transfers to list: created at or after `start_time` and before `end_time`. */
export interface BulkFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly BulkStatus[];
  readonly bulk_reference_id?: string;
}

/** How many transfers of a bulk transfer have completed or failed so far. */
export interface Outcomes {
  readonly completed: number;
  readonly failed: number;
}

export interface StoredBulk {
  readonly id: string;
  readonly state: BulkState;
  readonly outcomes: Outcomes;
}

/** The bulk transfers of the tenant. Everything happens in the current unit of work. */
export abstract class Bulks {
  /** @throws DomainError duplicate_bulk_reference_id */
  abstract add(bulk: BulkTransfer): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<StoredBulk | undefined>;
  abstract list(filter: BulkFilter): Promise<Page<StoredBulk>>;
  /** Locks and loads. */
  abstract lock(id: string): Promise<BulkTransfer | undefined>;
  /** Writes the state, and the events. */
  abstract save(bulk: BulkTransfer): Promise<void>;
  /** The columns that the first part named. */
  abstract setColumns(id: string, columns: readonly string[]): Promise<void>;
  abstract outcomes(id: string): Promise<Outcomes>;
  /** Whether a transfer of the bulk transfer has not been accepted yet, and so may still need its money. */
  abstract hasUnacceptedTransfers(id: string): Promise<boolean>;
}

/** How many transfers of bulk transfers have completed or failed. */
export abstract class OutcomeCounts {
  /** Counts from now on: none of the transfers exists. */
  abstract open(bulkId: string): Promise<void>;
  /** Adds to the counts, at the end of the current unit of work. Numbers may be negative. */
  abstract add(bulkId: string, change: Outcomes): void;
  /** By the id of the bulk transfer; those without transfers may be left out. */
  abstract of(bulkIds: readonly string[]): Promise<ReadonlyMap<string, Outcomes>>;
}

/** A part as it was received. */
export interface PartState extends ReceivedPart {
  readonly lines: number;
  /** Bytes. */
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly received_at: Date;
}

/** What was sent as a part, and who sent it: a client id with its owner, or the name of a portal user. */
export interface SentContent {
  readonly content: Buffer;
  readonly senders: readonly string[];
}

/** The parts of the files, until their rows are validated. */
export abstract class Parts {
  /** Keeps a part whose number is free, and who sent it. Returns the part. */
  abstract add(bulkId: string, part: PartState, sent: SentContent): Promise<PartState>;
  abstract find(bulkId: string, number: number): Promise<PartState | undefined>;
  /** By number. */
  abstract list(bulkId: string): Promise<PartState[]>;
  /** The senders of all parts. */
  abstract senders(bulkId: string): Promise<string[]>;
  /** Undefined once the content is gone. */
  abstract read(bulkId: string, number: number): Promise<Buffer | undefined>;
  /** SHA-256 over all parts, hexadecimal; undefined once the contents are gone. */
  abstract fileDigest(bulkId: string, parts: number): Promise<string | undefined>;
  /** The contents go; what is known of the parts stays. */
  abstract discard(bulkId: string): Promise<void>;
}

/** A row of a file. */
export interface BulkRow {
  /** From 1, without the header. */
  readonly number: number;
  /** Of the file, from 1. */
  readonly line: number;
  readonly status: RowStatus;
  readonly transfer_reference_id: string | null;
  /** Cents. */
  readonly amount: bigint | null;
  /** Whether its transfer is paid from the balance of the enterprise, or of a subledger. */
  readonly takes_funds: boolean;
  readonly transfer_id: string | null;
  readonly error: RowError | null;
  /** What it paid when it was validated; null of a row that pays nothing, or that an earlier release validated. */
  readonly accounts: RowAccounts | null;
}

/** By side: an account, and the version of its details. */
export type RowAccounts = Readonly<Partial<Record<PinnedAccount['side'], Omit<PinnedAccount, 'side'>>>>;

export interface NewRow extends BulkRow {
  /** Whose money its transfer moves. */
  readonly book: string;
  /** The transfer that is to be created. */
  readonly request: TransferRequest | null;
}

export interface WaitingRow {
  readonly number: number;
  readonly line: number;
  readonly request: TransferRequest;
}

/** What became of a row. */
export type FinishedRow = Pick<BulkRow, 'number' | 'status' | 'transfer_id' | 'error'>;

/** Which rows to list, by number: after one, or from an offset. */
export interface RowFilter extends PageQuery {
  readonly bulk_id: string;
  readonly status?: readonly RowStatus[];
  readonly after?: number;
}

/** Rows that one task creates. */
export interface Chunk {
  readonly id: string;
  readonly bulk_id: string;
  readonly first_row: number;
  readonly last_row: number;
}

/** The rows of files, and the chunks in which their transfers are created. */
export abstract class Rows {
  abstract add(bulkId: string, rows: readonly NewRow[]): Promise<void>;
  /** The references that rows of the file have already, unless their fields were refused. */
  abstract usedReferences(bulkId: string, references: readonly string[]): Promise<ReadonlySet<string>>;
  abstract list(filter: RowFilter): Promise<Page<BulkRow>>;
  /** What the waiting rows take from each book, in the order of the books. */
  abstract fundsNeeded(bulkId: string): Promise<BookFunds[]>;
  /** Divides the rows into chunks. */
  abstract divide(bulkId: string, rows: number): Promise<Chunk[]>;
  /** Locks a chunk whose rows have not been created; undefined when they have. */
  abstract lockChunk(id: string): Promise<Chunk | undefined>;
  abstract waiting(chunk: Chunk): Promise<WaitingRow[]>;
  /** Writes what became of the rows, and that the chunk is done. */
  abstract finish(chunk: Chunk, rows: readonly FinishedRow[]): Promise<void>;
}

/** Money of one book. */
export interface BookFunds {
  readonly book: string;
  /** Cents. */
  readonly amount: bigint;
}

/** Limits how many chunks of the tenant are created at once. */
export abstract class CreationSlots {
  /** Holds a slot until the end of the unit of work; false when all are taken. */
  abstract take(): Promise<boolean>;
}

/** Money that is set aside for a bulk transfer. */
export abstract class BulkFunds {
  /** Sets it aside. */
  abstract open(bulkId: string, funds: readonly BookFunds[]): Promise<void>;
  /** Takes everything that is left, in the order of the books. */
  abstract close(bulkId: string): Promise<BookFunds[]>;
}

/** The rules of `POST /deliver/transfers` about the fields of its body. */
export abstract class RowRules {
  /** The transfer that the row requests, or the first error of its fields. */
  abstract check(body: Readonly<Record<string, unknown>>): TransferRequest | RowError;
  /** The reference of a row whose other fields may be wrong; null when it has none that a transfer could have. */
  abstract referenceOf(body: Readonly<Record<string, unknown>>): string | null;
}
