import type { BankEvent } from '../../apps/bank/src/journal/events.js';

/**
 * What the checker knows: the logs of those outside of the service, and the final state of the database. Times are
 * milliseconds since the epoch, on one clock.
 */
export interface Evidence {
  readonly requests: readonly RequestLine[];
  readonly faults: readonly FaultLine[];
  readonly endings: readonly EndingLine[];
  readonly receivers: readonly ReceiverSetup[];
  readonly webhooks: readonly WebhookLine[];
  /** What the processor or the bank carried out; undefined where the sandbox inside the service played its part. */
  readonly instructions: readonly InstructionLine[] | undefined;
  /** Where files went to a bank. */
  readonly bank?: BankEvidence;
  readonly catalogue: readonly CatalogueEntry[];
  readonly database: DatabaseState;
  /** From the end of the last fault until nothing was left to do; undefined when that did not happen in time. */
  readonly quietAfterMs: number | undefined;
  /** 1 where the machine had time for the run; more where others made it wait, and so many times slower it may be. */
  readonly slowness: number;
}

/** One request over HTTP. Its line is on the disk before the load acts on the response: then it is acknowledged. */
export interface RequestLine {
  readonly at: number;
  readonly took_ms: number;
  readonly api: string;
  readonly operation: 'create' | 'cancel' | 'read' | 'history' | 'list';
  readonly enterprise: string;
  /** What was to be done: the same for every try of it. */
  readonly intent: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly key?: string;
  /** Of a creation: what it asks for. */
  readonly asked?: { readonly reference: string; readonly amount: number };
  /** The transfer that is read or canceled. */
  readonly subject?: string;
  /** The codes with which this request may be refused. */
  readonly refusals: readonly string[];
  /** Without one there was no response, and `failure` says why. */
  readonly status?: number;
  readonly failure?: string;
  readonly retry_after?: string;
  readonly code?: string;
  readonly transfers?: readonly ReportedTransfer[];
  /** Of a history. */
  readonly statuses?: readonly string[];
}

export interface ReportedTransfer {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly status: string;
}

export interface FaultLine {
  readonly kind: string;
  readonly target: string;
  readonly wire?: string;
  readonly began: number;
  /** Nothing was withheld from the target any more. */
  readonly ended: number;
  /** It served again. */
  readonly recovered?: number;
}

/** How a process of the service ended. */
export interface EndingLine {
  readonly at: number;
  readonly process: string;
  /** What it was sent; undefined when it ended by itself. */
  readonly signal?: string;
  /** null when a signal ended it. */
  readonly code: number | null;
  /** Whether it had served before. One that had not may end because its database does not respond. */
  readonly served: boolean;
  readonly last_words: string;
}

export interface ReceiverSetup {
  readonly name: string;
  readonly enterprise: string;
  readonly secret: string;
  readonly public_key: string;
  readonly event_types: readonly string[];
}

/** A webhook as received. Its line is on the disk before the response. */
export interface WebhookLine {
  readonly at: number;
  readonly receiver: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the receiver returned. */
  readonly status: number;
}

/** An instruction that the processor carried out. */
export interface InstructionLine {
  readonly end_to_end_id: string;
  /** Cents. */
  readonly amount: number;
  /** What it reported, in any order, and some twice. */
  readonly results: readonly string[];
}

/** Cents that a company gained, by three books. */
interface EnterpriseBooks {
  readonly enterprise: string;
  readonly company: string;
  readonly ledger: number;
  readonly rails: number;
}

/** A file for the bank, or a message: with payments, or a question about one. */
interface SealedFile {
  readonly name: string;
  readonly sha256: string;
  readonly state: string;
  readonly kind: 'file' | 'message' | 'question';
}

/** What the simulated bank wrote down, which it fsynced before it acted, and what the service stored of its files. */
export interface BankEvidence {
  readonly journal: readonly BankEvent[];
  readonly books: readonly EnterpriseBooks[];
  /** Those that were sealed. */
  readonly files: readonly SealedFile[];
  readonly quarantined: readonly { readonly name: string; readonly sha256: string }[];
  readonly exceptions: readonly { readonly kind: string; readonly detail: string }[];
  /** Open after a last comparison. */
  readonly breaks: readonly { readonly kind: string; readonly detail: string }[];
}

export interface CatalogueEntry {
  readonly status: number;
  readonly code: string;
}

export interface StoredTransfer {
  readonly enterprise: string;
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly status: string;
  /** How many events it has had. */
  readonly sequence: number;
  readonly reasons: string;
  /** In their order. */
  readonly history: readonly string[];
}

export interface StoredLeg {
  readonly enterprise: string;
  readonly transfer: string;
  readonly status: string;
  readonly amount: number;
  /** Of all its attempts. */
  readonly end_to_end_ids: readonly string[];
}

export interface StoredEvent {
  readonly enterprise: string;
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly sequence: number;
  /** The text of `event_data`. */
  readonly data: string;
}

export interface DatabaseState {
  readonly transfers: readonly StoredTransfer[];
  readonly legs: readonly StoredLeg[];
  readonly events: readonly StoredEvent[];
  /** What the books and the invariants are found to break, in words. */
  readonly findings: readonly string[];
  /** What is still to be done, in words; empty once everything is final. */
  readonly open: readonly string[];
}

/** What a check has found. */
export interface Finding {
  /** The ids, references or processes that are concerned. */
  readonly subject: string;
  readonly message: string;
}
