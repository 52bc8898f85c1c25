import type { Transitions } from '@payments/kernel';
import type { BatchHeader, FileHeader } from './ach/ach-records.table.js';
import type { OrderRail } from './entry-state.js';
import type { MessageFormat } from './message-format.js';

/**
 * building: entries are being claimed · closing: complete, its header is fixed, its bytes are being rendered · sealed: name and
 * bytes are fixed for ever · held: an operator decides · uploading: an attempt may be running · doubtful: nobody knows
 * whether the bank has it · uploaded: the bank has these bytes · acknowledged: the bank will process them · refused: the
 * bank took none of it · withdrawn, resubmitted, failed: its entries went elsewhere, or were rejected · dropped: it was empty
 * · closed: nothing more is expected.
 */
export type FileStatus =
  | 'building'
  | 'closing'
  | 'sealed'
  | 'held'
  | 'uploading'
  | 'doubtful'
  | 'uploaded'
  | 'acknowledged'
  | 'refused'
  | 'withdrawn'
  | 'resubmitted'
  | 'failed'
  | 'dropped'
  | 'closed';

// A held file without bytes closes again. An acknowledgment may overtake our own note that the file was uploaded.
export const fileTransitions: Transitions<FileStatus> = {
  building: ['closing', 'dropped'],
  closing: ['sealed', 'held'],
  sealed: ['uploading', 'held', 'withdrawn', 'doubtful'],
  held: ['closing', 'sealed', 'withdrawn'],
  uploading: ['uploaded', 'sealed', 'doubtful', 'acknowledged', 'refused'],
  doubtful: ['uploaded', 'acknowledged', 'refused', 'sealed'],
  uploaded: ['acknowledged', 'refused', 'doubtful', 'closed'],
  acknowledged: ['refused', 'closed'],
  refused: ['resubmitted', 'failed'],
  withdrawn: [],
  resubmitted: [],
  failed: [],
  dropped: [],
  closed: [],
};

/** Nothing more happens to a file in these states. */
export const ENDED_FILES = (Object.keys(fileTransitions) as FileStatus[]).filter(
  (state) => fileTransitions[state].length === 0,
);

/** What a NACHA file says of itself. It is fixed when the file closes, so that every rendering gives the same bytes. */
interface AchFormat {
  readonly header: FileHeader;
  readonly line_ending: 'lf' | 'crlf';
  readonly pad_blocks: boolean;
}

/** One unit of bytes to a bank, column-shaped. */
export interface FileState {
  readonly id: string;
  readonly connection: string;
  readonly rail: OrderRail;
  /** payments: it has entries · inquiry, recall: a message about a payment of another file. */
  readonly purpose: 'payments' | 'inquiry' | 'recall';
  /** Entries with this key go together. Several files of one key are its parts, from 1. */
  readonly window_key: string;
  readonly part: number;
  readonly state: FileStatus;
  /** Why it is held or doubtful. */
  readonly reason: string | null;
  /** All its trace numbers are of this epoch. */
  readonly epoch: number;
  /** Real instants: from when on it is cut, until when it should be uploaded, and when the bank stops taking it. */
  readonly cut_at: Date;
  readonly upload_by: Date;
  readonly cutoff_at: Date;
  /** The operator who cut it before its window ended. */
  readonly cut_by: string | null;
  /** Set when the file closes. */
  readonly format: AchFormat | MessageFormat | null;
  /** Of a message of ISO 20022. */
  readonly message_id: string | null;
  readonly file_name: string | null;
  readonly creation_date: string | null;
  readonly modifier: string | null;
  readonly batches: number;
  readonly entries: number;
  /** Cents. */
  readonly debit: bigint;
  readonly credit: bigint;
  /** The stored bytes; set when it is sealed. */
  readonly document_id: string | null;
  readonly size: bigint | null;
  readonly sha256: Buffer | null;
  /** Of the bytes before their encryption; null where there is none. */
  readonly plain_sha256: Buffer | null;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly last_error: string | null;
  /** The operators who released it. */
  readonly released_by: readonly string[];
  /** An attempt may have given it its final name at the bank. */
  readonly may_exist: boolean;
  /** How many copies of its payments the bank may get: by this file as often as it is sent, and by those before it. */
  readonly copies: number;
  readonly uploaded_at: Date | null;
  readonly acknowledged_at: Date | null;
  /** Until when the payments of a message should have a status, and how often it was asked for since. */
  readonly status_due_at: Date | null;
  readonly inquiries: number;
  /** What becomes of its entries, until that is written for all of them, and with which code. */
  readonly entries_become: EntriesOutcome | null;
  readonly code: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A file in doubt that the bank is said not to have: the same bytes go out under the same name. */
export const sentAgain = (doubtful: FileState): FileState => ({
  ...{ ...doubtful, state: 'sealed', reason: null, may_exist: false, copies: doubtful.copies + 1 },
  ...{ next_attempt_at: null, status_due_at: null },
});

/** Whatever released it before released it from another hold. */
export const held = (file: FileState, reason: string): FileState => ({
  ...file,
  state: 'held',
  reason,
  released_by: [],
});

/** Whether it goes out again, so that the bank may have an earlier copy of it. */
export const isCopy = ({ attempts, copies }: Pick<FileState, 'attempts' | 'copies'>): boolean =>
  attempts > 0 && copies > 1;

/** accepted: by the bank · waiting: for another file · rejected: by the bank or an operator. */
export type EntriesOutcome = 'accepted' | 'waiting' | 'rejected';

/** A batch of a closed file: entries of one enterprise, column-shaped. */
export interface FileBatch {
  readonly batch_no: number;
  readonly for_enterprise: string;
  readonly batch_key: string;
  readonly header: BatchHeader;
  readonly first_trace: string;
  readonly last_trace: string;
  /** Of the entry that offsets the batch. */
  readonly offset_trace: string | null;
  readonly entries: number;
  /** Entry and addenda records, and the sums of the batch control, with the offset. */
  readonly records: number;
  readonly hash: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
}
