import type { AchRail, BankingDate } from '@payments/kernel';
import type { TraceBlock } from '../domain/ach/trace-number.js';
import type { Company, Connection } from '../domain/connection.js';
import type { EntryContent, EntryStatus, EntryTimes, NewEntry, OrderRail } from '../domain/entry-state.js';
import type { FileRoom } from '../domain/file-room.js';
import type { FileBatch, FileState, FileStatus } from '../domain/file-state.js';
import type { ReceivingBank } from '../domain/plan-entry.js';
import type { ChannelOutcome } from './connection-states.js';
import type { Content, RemoteFiles } from './remote-files.js';

export type { Content, ReadLimit, RemoteFile, RemoteFiles, RemoteListing, RemoteStat } from './remote-files.js';

/** Opens channels to banks with the credentials that profiles name. */
export abstract class Channels {
  /** @throws ChannelError; nothing stays open then. */
  abstract open(connection: Connection): Promise<RemoteFiles>;
}

/** The settlement accounts of connections, whose numbers are secrets. */
export abstract class SettlementAccounts {
  /** @throws SecretError when its number cannot be read. */
  abstract numberOf(connection: Connection): string;
}

/** The connections of BANKS_FILE, read once: a change needs a restart, and never touches closed files. */
export abstract class Profiles {
  abstract readonly connections: readonly Connection[];
  /** @throws Error when BANKS_FILE does not have it any more. */
  abstract named(name: string): Connection;
  /** The connection that carries a rail of an enterprise by files of ours: NACHA files or messages. */
  abstract carrierOf(
    enterpriseId: string,
    rail: OrderRail,
  ): { readonly connection: Connection; readonly company: Company } | undefined;
  /** The connection that says what carries a rail of an enterprise; none if nothing does. */
  abstract offering(enterpriseId: string, rail: OrderRail): Connection | undefined;
}

/** The banking time of the current tenant, and what it is in real time, by which files move. */
export interface OrderMoment {
  readonly at: Date;
  /** When a banking instant comes, if the wait for it begins when `from` comes, or now. */
  readonly real: (until: Date, from?: Date) => Date;
}

export abstract class OrderTimes {
  /** In the current unit of work. */
  abstract read(): Promise<OrderMoment>;
}

/** What the directory of FedACH says of the banks of payees. */
export abstract class ReceivingBanks {
  /** Those that it has, in the current unit of work; undefined if no directory is loaded. */
  abstract of(routingNumbers: readonly string[]): Promise<ReadonlyMap<string, ReceivingBank> | undefined>;
}

/** A worker's right to do one kind of work for a connection. */
export interface Lease {
  readonly connection: string;
  readonly work: ConnectionWork;
  readonly token: string;
}

/**
 * cut: files are built and sealed · upload: they are sent · fetch: files of the bank are read · reconcile: books are compared ·
 * decide: an operator resolves an exception
 */
export type ConnectionWork = 'cut' | 'upload' | 'fetch' | 'reconcile' | 'decide';

/** One worker at a time does each kind of work of a connection. Times are the database's. */
export abstract class ConnectionLeases {
  /** `undefined` when another worker has it. No claim of entries under the previous lease is open when this returns. */
  abstract take(connection: string, work: ConnectionWork, leaseMs: number): Promise<Lease | undefined>;
  /** @throws ConnectionLeaseLostError */
  abstract renew(lease: Lease, leaseMs: number): Promise<void>;
  /** With what the work showed of the bank, if it used the channel. */
  abstract release(lease: Lease, outcome?: ChannelOutcome): Promise<void>;
}

/** Another worker has taken over; what this one does from now on must change nothing. */
export class ConnectionLeaseLostError extends Error {
  override readonly name = 'ConnectionLeaseLostError';

  constructor({ connection, work }: Pick<Lease, 'connection' | 'work'>) {
    super(`the lease to ${work} for ${connection} was lost`);
  }
}

/** The trace numbers of a connection. A crash leaves a gap, never a repetition. */
export abstract class TraceNumbers {
  /** The epoch in which at least `capacity` consecutive numbers are left; a new one begins if there are fewer. */
  abstract epochFor(connection: Pick<Connection, 'name' | 'ach'>, capacity: number): Promise<number>;
  /** Up to `wanted` numbers, all of one epoch. */
  abstract take(connection: string, wanted: number): Promise<TraceBlock>;
}

export interface Claim {
  /** To cut for the connection. */
  readonly lease: Lease;
  /** The first eight digits of the trace numbers. */
  readonly odfi: string;
  readonly block: TraceBlock;
  readonly room: FileRoom;
}

export interface Claimed {
  readonly entries: number;
  /** Batches that the file did not have before. */
  readonly batches: number;
  readonly debit: bigint;
  readonly credit: bigint;
}

/** An entry as a file contains it. */
export interface FiledEntry extends EntryContent {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly trace: string;
  readonly amount: bigint;
  /** By which RTP knows the payment, as a status told; null where none told it. */
  readonly clearing_reference: string | null;
}

/** What a file contains of one batch key of the current tenant. */
export interface BatchSummary {
  readonly batch_key: string;
  readonly first_trace: string;
  readonly last_trace: string;
  readonly entries: number;
  readonly records: number;
  readonly hash: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  /** How many copies of its entries the bank may have from earlier files. */
  readonly copies: number;
}

/** An entry that was sent, as far as returns, acknowledgments and settlements need it. */
export interface SentEntry {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly file_id: string | null;
  readonly state: EntryStatus;
  readonly side: 'source' | 'destination';
  readonly amount: bigint;
  readonly transaction_code: number;
  readonly routing_number: string;
  readonly individual_id: string;
  readonly batch_key: string;
  readonly trace: string;
  readonly epoch: number;
  readonly return_trace: string | null;
  /** Of a rejection, a return, or the last status of an instant payment. */
  readonly code: string | null;
  readonly retimed: boolean;
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  /** When its window ends in real time. */
  readonly cut_at: Date;
  /** Banking instant of its latest state. */
  readonly occurred_at: Date;
  readonly version: number;
}

/** An entry that missed its window. */
export interface WaitingEntry {
  readonly id: string;
  readonly rail: AchRail;
  readonly side: 'source' | 'destination';
  readonly sec: string;
  readonly batch_key: string;
}

export interface PostponedEntry extends EntryTimes {
  readonly id: string;
  readonly batch_key: string;
  readonly window_key: string;
}

/** An order as the books of the bank show it. */
export interface ReportedEntry {
  readonly end_to_end_id: string;
  readonly rail: OrderRail;
  readonly side: 'source' | 'destination';
  readonly amount: bigint;
  readonly state: EntryStatus;
  readonly occurred_at: Date;
}

/** One step of an entry, at a banking instant. */
export interface EntryMove {
  readonly to: EntryStatus;
  readonly at: Date;
  readonly code?: string | null;
  readonly return_trace?: string;
  /** How many copies of it the bank may have by now. */
  readonly copies?: number;
}

/** The entries of the current tenant. Everything is in the current unit of work, unless it says otherwise. */
export abstract class Entries {
  /** Before `add`: nothing of a batch is taken that is older than an inquiry. @throws SupersededBatchError */
  abstract admit(batchId: string, endToEndIds: readonly string[]): Promise<void>;
  /** Stores the new ones as the unit of work commits, with the results of the rejected ones. Known ones are unchanged. */
  abstract add(batchId: string, entries: readonly NewEntry[]): Promise<void>;
  /** Of these orders, those that have arrived. The others can only arrive in a batch after this inquiry. */
  abstract known(endToEndIds: readonly string[], inquiryId: string): Promise<Set<string>>;
  /** How many entries of a window wait, counted up to a limit. */
  abstract countWaiting(file: Pick<FileState, 'connection' | 'window_key'>, limit: number): Promise<number>;
  /** Puts waiting entries into a file that is being built, in the order of their batch keys. @throws ConnectionLeaseLostError */
  abstract claim(file: FileState, claim: Claim): Promise<Claimed>;
  /** What a file contains, in the order of batch keys. */
  abstract summarize(fileId: string): Promise<BatchSummary[]>;
  /** The entries of a batch after a trace number, in the order of trace numbers. */
  abstract page(fileId: string, batch: Pick<FileBatch, 'batch_key'>, afterTrace: string): Promise<FiledEntry[]>;
  /** Locks entries of a file in a state, some at a time. */
  abstract lockOfFile(fileId: string, states: readonly EntryStatus[]): Promise<SentEntry[]>;
  /** Locks accepted entries that are presumed settled by now, but for those of some files; some at a time. */
  abstract lockToSettle(connection: string, exceptFiles: readonly string[]): Promise<SentEntry[]>;
  /** Locks accepted entries whose posting a statement confirms; some at a time. */
  abstract lockConfirmed(connection: string, kinds: 'all' | 'instant'): Promise<SentEntry[]>;
  /** Locks an entry if it waits for its file. @returns the banking instant at which it came to wait. */
  abstract lockIfWaiting(id: string): Promise<Date | undefined>;
  /** Locks waiting entries of a window, some at a time. */
  abstract lockWaiting(file: Pick<FileState, 'connection' | 'window_key'>): Promise<WaitingEntry[]>;
  /** Gives waiting entries the times of a later window. */
  abstract postpone(entries: readonly PostponedEntry[]): Promise<void>;
  /** What changed in a period of banking time, one line for each order. */
  abstract report(from: Date, to: Date): Promise<ReportedEntry[]>;
  /** Locks the entries that were sent with these trace numbers, of any epoch. */
  abstract lockByTrace(connection: string, traces: readonly string[]): Promise<SentEntry[]>;
  /** The trace numbers of the entries of a file with an individual id. */
  abstract tracesNamed(fileId: string, individualId: string): Promise<string[]>;
  /** The file with a payment, by whichever id is given. */
  abstract fileOfPayment(
    connection: string,
    by: { readonly id: string | null; readonly end_to_end_id: string | null },
  ): Promise<string | undefined>;
  /** Keeps by what RTP knows a payment that is locked. */
  abstract refer(id: string, clearingReference: string): Promise<void>;
  /** Writes one step of entries that are locked. */
  abstract move(ids: readonly string[], move: EntryMove): Promise<void>;
}

/** The batch was on its way while an inquiry found that one of its orders is unknown. Nothing of it was taken. */
export class SupersededBatchError extends Error {
  override readonly name = 'SupersededBatchError';

  constructor() {
    super('the batch is older than an inquiry that did not find one of its orders');
  }
}

/** The outcome of an order, for the service. */
export interface RailResult {
  /** At most 100 characters, unique per enterprise. */
  readonly key: string;
  readonly end_to_end_id: string;
  readonly kind: 'accepted' | 'settled' | 'rejected' | 'returned' | 'notification_of_change';
  readonly code: string | null;
  readonly trace: string | null;
  /** Banking instant. */
  readonly occurred_at: Date;
  readonly retimed?: { readonly effective_date: BankingDate; readonly settles_at: Date };
  readonly correction?: Readonly<Record<string, string>>;
  /** What the bank wrote beside the code; it contains no account number. */
  readonly reason_text?: string;
}

export interface StoredResult extends RailResult {
  readonly id: string;
}

/** The outbox of results. All in the current unit of work. */
export abstract class RailResults {
  /** A result whose key is stored already is ignored. */
  abstract record(results: readonly RailResult[]): Promise<void>;
  /** The oldest results that were not reported; other workers skip them until the unit of work ends. */
  abstract takeUnreported(limit: number): Promise<StoredResult[]>;
  abstract markReported(ids: readonly string[]): Promise<void>;
  /** The enterprises with results that were not reported; in a transaction of its own. */
  abstract enterprisesWithUnreported(): Promise<string[]>;
}

/** The file was changed by somebody else since it was read. */
export class StaleFileError extends Error {
  override readonly name = 'StaleFileError';

  constructor(fileId: string) {
    super(`file ${fileId} was changed in the meantime; read it again`);
  }
}

export interface FileFilter {
  readonly connection?: string;
  readonly states?: readonly FileStatus[];
  readonly oldestFirst?: boolean;
}

/** A file that is about to be built. */
export type NewFile = Pick<
  FileState,
  'id' | 'connection' | 'rail' | 'window_key' | 'epoch' | 'cut_at' | 'upload_by' | 'cutoff_at' | 'cut_by'
>;

/** A message about a payment, which has no entries: complete, with its bytes. */
export type NewNotice = Pick<
  FileState,
  | 'id'
  | 'connection'
  | 'rail'
  | 'purpose'
  | 'window_key'
  | 'cut_at'
  | 'upload_by'
  | 'cutoff_at'
  | 'file_name'
  | 'creation_date'
  | 'message_id'
> & { readonly document: StoredDocument & Pick<FileState, 'plain_sha256'> };

/** A window with waiting entries. */
export interface WaitingWindow {
  readonly rail: OrderRail;
  readonly window_key: string;
  readonly cut_at: Date;
  /** Null if all its entries were taken before cut-offs were stored: as the profile says. */
  readonly cutoff_at: Date | null;
  readonly entries: number;
  readonly enterprise_ids: readonly string[];
}

/** A file whose postings are due. */
export interface DueFile extends FileState {
  /** The version that they are of; less than 1: made due again. */
  readonly postings_version: number;
}

/** The files of all enterprises, each call in a transaction of its own. */
export abstract class Files {
  abstract find(id: string): Promise<FileState | undefined>;
  /** Newest first, unless the filter says otherwise. */
  abstract list(filter: FileFilter, limit: number): Promise<FileState[]>;
  /** The windows of a connection with waiting entries whose time has come. */
  abstract dueWindows(connection: string): Promise<WaitingWindow[]>;
  /** All windows of a connection with waiting entries, the next to be cut first. */
  abstract waitingWindows(connection: string): Promise<WaitingWindow[]>;
  /** The file of the window that is being built or closed; a new part of it if there is none. */
  abstract open(file: NewFile): Promise<FileState>;
  /** Adds a sealed message about a payment. @returns false when the same one is there already. */
  abstract addNotice(notice: NewNotice): Promise<boolean>;
  /** The file of a connection whose message has this id. */
  abstract ofMessage(connection: string, messageId: string): Promise<FileState | undefined>;
  /** Files at the bank whose payments should have a status by now; those that wait the longest first. */
  abstract withStatusDue(connection: string, atMost: number): Promise<FileState[]>;
  /** Writes a change of a file as it was read. @throws StaleFileError */
  abstract save(before: FileState, after: FileState): Promise<FileState>;
  /** Writes the change that closes a file, with its batches. @throws StaleFileError */
  abstract close(before: FileState, after: FileState, batches: readonly FileBatch[]): Promise<FileState>;
  abstract batches(fileId: string): Promise<FileBatch[]>;
  /** Closes the files that the bank has had since before then and whose entries are all final. @returns how many. */
  abstract closeFinished(connection: string, before: Date): Promise<number>;
  /** The file id modifiers of a connection that are used on a creation date. */
  abstract modifiersOf(connection: string, creationDate: string): Promise<ReadonlySet<string>>;
  /** The totals of the other files of the creation date of a file, without those that do not leave. */
  abstract totalsOfDay(file: FileState): Promise<Pick<FileState, 'debit' | 'credit'>>;
  /** How many files with payments on these rails the bank of a connection has had. */
  abstract countSent(connection: string, rails: readonly OrderRail[]): Promise<number>;
  /** The files whose entries have yet to follow. */
  abstract withEntriesDue(connection: string): Promise<FileState[]>;
  /** The enterprises with accepted entries that are presumed settled by now. */
  abstract enterprisesToSettle(connection: string): Promise<string[]>;
  /** Sealed files that changed since their postings were stored. */
  abstract withPostingsDue(connection: string): Promise<DueFile[]>;
  /** The postings of a file are stored; without effect if they became due again meanwhile. */
  abstract markPosted(file: DueFile): Promise<void>;
  /** The bank refused entries of files: their postings are made again. */
  abstract makePostingsDue(fileIds: readonly string[]): Promise<void>;
  /** A number that the connection never uses again. */
  abstract nextSequence(connection: string): Promise<bigint>;
}

export interface StoredDocument {
  readonly id: string;
  readonly size: bigint;
  readonly sha256: Buffer;
}

/** The exact bytes of files, out and in: sealed chunks under a key of each document, which the master key wraps. */
export abstract class Payloads {
  /** Stores a document chunk by chunk, outside of any transaction. What an interruption leaves is removed by retention. */
  abstract store(connection: string, content: Content): Promise<StoredDocument>;
  /** @throws Error when a chunk was changed, moved or lost. */
  abstract read(documentId: string): AsyncGenerator<Buffer, void, undefined>;
  abstract remove(documentId: string): Promise<void>;
}
