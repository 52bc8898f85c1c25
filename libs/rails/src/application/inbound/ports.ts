import type { BankingDate } from '@payments/kernel';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import type { Direction } from '../../domain/ach/transaction-code.table.js';
import type { EntryStatus } from '../../domain/entry-state.js';
import type { FileStatus } from '../../domain/file-state.js';
import type { FileIdentity } from '../../domain/inbound/acknowledgment.js';
import type { ContentKind } from '../../domain/inbound/content-kind.js';
import type { ExceptionKind } from '../../domain/inbound/exceptions.table.js';
import type { InboundDiagnostic } from '../../domain/inbound/inbound-diagnostic.js';
import type { InboundState } from '../../domain/inbound/inbound-state.js';
import type { ListedFile } from '../../domain/inbound/listing.js';
import type { SentEntry } from '../../domain/inbound/matching.js';
import type { MatchedLine } from '../../domain/inbound/report-lines.js';
import type { TextLine } from '../../domain/inbound/text-lines.js';
import type { Waiver } from '../../domain/inbound/waivers.js';
import type { IsoMessage, IsoReadOptions } from '../../domain/iso20022/read-message.js';
import type { ExplainedLine } from '../../domain/statements/match-statement.js';
import type { Lease, StoredDocument } from '../ports.js';

/** A file of a bank, column-shaped. */
export interface InboundFile {
  readonly id: string;
  readonly connection: string;
  /** Empty for a file that an operator brought. */
  readonly directory: string;
  readonly name: string;
  /** As the bank listed it; null where it did not say. */
  readonly listed_size: bigint | null;
  readonly modified_at: Date | null;
  readonly size: bigint;
  readonly sha256: Buffer;
  /** Its bytes; null for a duplicate. */
  readonly document_id: string | null;
  readonly duplicate_of: string | null;
  readonly kind: ContentKind | null;
  readonly state: InboundState;
  /** What an operator accepted, and the rules that were in fact broken and waived. */
  readonly waivers: readonly Waiver[];
  readonly waived: readonly string[];
  readonly diagnostics: readonly InboundDiagnostic[] | null;
  /** Why it is ignored or was discarded, or what of it was not read. */
  readonly reason: string | null;
  readonly batches: number;
  readonly entries: number;
  readonly attempts: number;
  readonly fetched_at: Date;
  readonly applied_at: Date | null;
}

export interface NewInboundFile {
  readonly connection: string;
  readonly directory: string;
  readonly listed: ListedFile;
  readonly document: StoredDocument;
}

/** A file in the hands of one worker. */
export interface InboundClaim {
  readonly file: InboundFile;
  readonly token: string;
}

export type InboundChange = { readonly state: InboundState } & Partial<
  Pick<InboundFile, 'kind' | 'waivers' | 'waived' | 'diagnostics' | 'reason' | 'batches' | 'entries'>
>;

/** The rules that a file may break, and those that it does. */
export type AcceptedRules = Pick<InboundFile, 'waivers' | 'waived'>;

export interface InboundFilter {
  readonly connection?: string;
  readonly states?: readonly InboundState[];
}

/** Out of quarantine: to be read again without some rules, or given up. */
export interface QuarantineExit {
  readonly state: 'fetched' | 'discarded';
  readonly waivers?: readonly Waiver[];
  readonly reason?: string;
}

/** Another worker has taken the file over. */
export class InboundClaimLostError extends Error {
  override readonly name = 'InboundClaimLostError';
}

/** The files of banks, each call in a transaction of its own. */
export abstract class InboundFiles {
  /** Adds a file. One whose content the connection has already becomes a duplicate of it, without its document. */
  abstract add(file: NewInboundFile): Promise<InboundFile>;
  /** The last file of each name. */
  abstract latest(connection: string, directory: string, names: readonly string[]): Promise<Map<string, InboundFile>>;
  abstract find(id: string): Promise<InboundFile | undefined>;
  /** Newest first. */
  abstract list(filter: InboundFilter, limit: number): Promise<InboundFile[]>;
  /** The oldest file that is not applied and that no other worker has; one that failed waits longer each time. */
  abstract claim(connections: readonly string[], leaseMs: number): Promise<InboundClaim | undefined>;
  /** @throws InboundClaimLostError */
  abstract renew(claim: InboundClaim, leaseMs: number): Promise<void>;
  /** @throws InboundClaimLostError */
  abstract change(claim: InboundClaim, change: InboundChange): Promise<InboundClaim>;
  /** Gives a file back that could not be read now; it is claimed again after a pause. */
  abstract release(claim: InboundClaim): Promise<void>;
  /** Takes a file out of quarantine: back to be read, or given up. @returns undefined when it is not in quarantine. */
  abstract leaveQuarantine(id: string, exit: QuarantineExit): Promise<InboundFile | undefined>;
}

/** Something that a person must decide. Nothing in it is a name or an account number. */
export interface NewException {
  /** A new one if omitted. */
  readonly id?: string;
  /** The same thing has the same key, in whatever file it comes. */
  readonly key: string;
  readonly connection: string;
  readonly for_enterprise: string | null;
  readonly kind: ExceptionKind;
  readonly inbound_id: string | null;
  readonly line: number | null;
  /** Of ours, where it is about one. */
  readonly file_id: string | null;
  readonly end_to_end_id: string | null;
  readonly code: string | null;
  readonly direction: Direction | null;
  /** Cents. */
  readonly amount: number | null;
  readonly original_trace: string | null;
  readonly trace: string | null;
  readonly detail: string | null;
  /** When somebody else must have answered by. */
  readonly due_date: BankingDate | null;
}

export interface RailException extends NewException {
  readonly id: string;
  readonly state: 'open' | 'resolved';
  /** The resolution that was begun: it may be repeated, and no other one may begin. */
  readonly decision: string | null;
  readonly resolution: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: Date | null;
  readonly created_at: Date;
}

export interface ExceptionFilter {
  readonly connection?: string;
  readonly kind?: ExceptionKind;
  /** Open ones only by default. */
  readonly all?: boolean;
}

/** Exceptions of all enterprises, each call in a transaction of its own. */
export abstract class RailExceptions {
  /** Those whose key is stored already are ignored. @returns the new ones by kind. */
  abstract add(exceptions: readonly NewException[]): Promise<ReadonlyMap<ExceptionKind, number>>;
  abstract find(id: string): Promise<RailException | undefined>;
  /** Open or booked ones about what a line of the bank names, with its amount. */
  abstract named(
    connection: string,
    line: { readonly references: readonly string[]; readonly amount: bigint },
  ): Promise<RailException[]>;
  /** Newest first. */
  abstract list(filter: ExceptionFilter, limit: number): Promise<RailException[]>;
  /** Takes back a resolution that was begun. */
  abstract abandon(id: string, decision: string): Promise<void>;
  /** @returns false if it is not open, another resolution was begun, or this one, which moves money, is begun no longer. */
  abstract resolve(id: string, resolution: string, by: string): Promise<boolean>;
  /** Writes what became known of an open exception. @returns false if there is none with this key. */
  abstract note(connection: string, key: string, detail: string): Promise<boolean>;
  /** Opens exceptions again for a return with this code, once, and whenever one with money in suspense was resolved. */
  abstract reopen(returns: readonly ReopenedReturn[]): Promise<void>;
}

export interface ReopenedReturn {
  readonly id: string;
  readonly code: string;
  readonly is_suspended?: boolean;
}

/** A resolution that moves money. */
export interface ReturnDecision {
  readonly resolution: string;
  readonly enterpriseId: string;
  /** Of the payment, where the operator names it. */
  readonly endToEndId: string | null;
  /** Whether the exception names a payment of ours. */
  readonly isOfPayment: boolean;
}

/** What keeps a decision from being made: it is resolved, or the same return was booked, or is. */
export type Obstacle =
  | { readonly kind: 'taken' }
  | { readonly kind: 'booked'; readonly isOfOther: boolean }
  | { readonly kind: 'begun'; readonly id: string };

/** A return that an operator gave to a payment or an enterprise, because the bank named no payment that it fits. */
export type DecidedReturn = Pick<RailException, 'trace' | 'original_trace' | 'end_to_end_id'>;

interface ReturnsDecided {
  readonly decided: readonly DecidedReturn[];
  readonly explained: readonly ExplainedLine[];
  readonly proof: Lease;
}

/** What operators have decided about returns of a connection, over all enterprises. */
export abstract class ReturnDecisions {
  /** Begins a resolution after all returns that are being applied. Repeating it changes nothing. */
  abstract begin(exception: RailException, decision: ReturnDecision): Promise<Obstacle | undefined>;
  /** Decisions about returns with these ids, explained lines with these references, and what proves that they are all. */
  abstract of(connection: string, ids: readonly string[], references: readonly string[]): Promise<ReturnsDecided>;
  /** Until the current unit of work ends, nothing else is decided. @throws ConnectionLeaseLostError if something was. */
  abstract hold(proof: Lease): Promise<void>;
}

/** An entry with a trace number, as it is stored. */
export interface StoredEntry extends Omit<SentEntry, 'is_sent'> {
  readonly enterprise_id: string;
  readonly id: string;
  readonly end_to_end_id: string;
  readonly file_id: string | null;
  readonly state: EntryStatus;
  readonly epoch: number;
  readonly sec: string;
  /** Banking instants: of its last step, and when it settles. */
  readonly occurred_at: Date;
  readonly settles_at: Date;
}

export type CandidateEntry = StoredEntry & SentEntry;

/** Who may have sent the entries with a trace number, and the state of the file with them. */
export interface TraceOwner {
  readonly trace: string;
  readonly enterprise_id: string;
  readonly file_id: string;
  readonly file_state: FileStatus;
}

/** A return that is applied to an entry. */
export interface AppliedReturn {
  readonly id: string;
  readonly code: string;
  readonly return_trace: string;
  /** Banking instant. */
  readonly at: Date;
}

/** One day's returned debits with one code. */
export interface ReturnCount {
  readonly connection: string;
  readonly day: string;
  readonly code: string;
  readonly debits: number;
}

/** Entries as returns name them. The first is over all enterprises, the others of the current tenant. */
export abstract class ReturnedEntries {
  abstract owners(connection: string, traces: readonly string[]): Promise<TraceOwner[]>;
  /** In the current unit of work, or reading. */
  abstract candidates(connection: string, traces: readonly string[]): Promise<StoredEntry[]>;
  abstract lock(ids: readonly string[]): Promise<StoredEntry[]>;
  abstract byEndToEndId(connection: string, endToEndId: string): Promise<StoredEntry | undefined>;
  abstract markReturned(returns: readonly AppliedReturn[]): Promise<void>;
  abstract count(counts: readonly ReturnCount[]): Promise<void>;
}

/** Finds files of ours by what banks call them, over all enterprises. */
export abstract class SentFiles {
  /** The id of the file that was sent under a name. */
  abstract named(connection: string, name: string): Promise<string | undefined>;
  /** The id of the file with a creation date and a modifier. */
  abstract identified(
    connection: string,
    identity: Pick<FileIdentity, 'creation_date' | 'modifier'>,
  ): Promise<string | undefined>;
}

/** Reads messages of ISO 20022 that are no statements. */
export abstract class MessageReader {
  /** @throws InboundFileError when the message breaks a rule. */
  abstract read(source: ByteSource, options: IsoReadOptions): Promise<IsoMessage>;
}

/** Finds the lines that fit the patterns of a profile, in bounded time. */
export abstract class LineMatcher {
  /** @throws InboundFileError when a pattern takes too long. */
  abstract match(work: {
    readonly lines: readonly TextLine[];
    readonly patterns: readonly string[];
  }): Promise<MatchedLine[]>;
}
