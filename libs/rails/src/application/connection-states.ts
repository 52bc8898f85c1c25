import type { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import type { FileStatus } from '../domain/file-state.js';
import type { InboundState } from '../domain/inbound/inbound-state.js';

/** What work over a channel showed of a bank. */
export interface ChannelOutcome {
  /** Something was done there. */
  readonly succeeded: boolean;
  /** The last thing that was not. */
  readonly failure?: ChannelError;
  /** When this worker tries again, if the failure ended its work. */
  readonly retryInMs?: number;
}

/** How one kind of work over the channel of a connection went. Times are the database's. */
export interface ChannelWork {
  readonly work: 'upload' | 'fetch';
  readonly succeeded_at: Date | null;
  readonly failed_at: Date | null;
  /** Since the last success. */
  readonly failures: number;
  /** Step, class and message of the last failure. */
  readonly failure: string | null;
  /** When the worker that failed tries again; another one may be faster. */
  readonly retry_at: Date | null;
}

/** Files of ours that are on their way, or that wait for a person. */
export interface FilesOnTheWay {
  readonly state: FileStatus;
  /** Why they are held or in doubt. */
  readonly reason: string | null;
  readonly files: number;
  readonly next_attempt_at: Date | null;
  /** The first cut-off among them. */
  readonly cutoff_at: Date;
  /** Step and class of the last failure among those that will be tried again. */
  readonly last_error: string | null;
}

export interface InboundOnTheWay {
  readonly state: InboundState;
  readonly files: number;
  readonly oldest_at: Date;
}

/** What an operator asks about a connection. */
export interface ConnectionState {
  /** Of both kinds, fetch before upload; nulls before the first time. */
  readonly channel: readonly ChannelWork[];
  readonly files: readonly FilesOnTheWay[];
  /** Uploaded files whose acknowledgment is overdue by the profile. */
  readonly unacknowledged: number;
  /** Files of the bank that are not applied. */
  readonly inbound: readonly InboundOnTheWay[];
  /** Open ones, and those of them past their due date. */
  readonly exceptions: number;
  readonly exceptions_overdue: number;
  readonly breaks: number;
  /** The day of the newest statement, and when it was first compared with the ledger and the files. */
  readonly statement_day: string | null;
  readonly reconciled_at: Date | null;
}

/** How the work for connections goes, over all enterprises; each call in a transaction of its own. */
export abstract class ConnectionStates {
  /** `now` is real time. */
  abstract of(connection: Connection, now: Date): Promise<ConnectionState>;
}
