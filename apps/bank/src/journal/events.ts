import type { AchEntry, BatchHeader, FileHeader, Totals } from '../ach/ach-file.js';
import type { Problem } from '../ach/refusal.js';
import type { ContentFault } from '../faults/faults.js';
import type { IsoMessageIn, SentPayment } from '../iso/payment-message.js';

/** Times are milliseconds since 1970, dates YYYY-MM-DD, amounts cents. */
export type BankEvent =
  | Opened
  | FileReceived
  | BatchAccepted
  | EntryAccepted
  | Settled
  | Booked
  | Answered
  | MessageReceived
  | PaymentReturned
  | Sent;

/** The bank began its work. */
export interface Opened {
  readonly event: 'opened';
  readonly at: number;
}

/** A file was judged. An accepted one is followed by its batches and entries. */
export interface FileReceived {
  readonly event: 'file';
  readonly file: number;
  readonly at: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly status: 'accepted' | 'refused' | 'duplicate';
  /** Absent if the header could not be read. */
  readonly header?: FileHeader;
  readonly totals?: Totals;
  readonly batches?: number;
  readonly problems: readonly Problem[];
}

interface BatchAccepted {
  readonly event: 'batch';
  readonly file: number;
  readonly header: BatchHeader;
  /** When it settles, and the date that this is in the books. */
  readonly settle_at: number;
  readonly settle_date: string;
}

/** Belongs to the last batch before it. */
export interface EntryAccepted extends Omit<AchEntry, 'line'> {
  readonly event: 'entry';
  readonly file: number;
  readonly batch: number;
  readonly outcomes: readonly PlannedOutcome[];
}

/** What the receiving bank will do with an entry, decided when the entry came. */
export interface PlannedOutcome {
  readonly kind: 'refuse' | 'return' | 'change';
  /** R and two digits, for a change C and two digits. */
  readonly code: string;
  /** What a notification of change says, as it stands in the addenda. */
  readonly corrected?: string;
  readonly due_at: number;
  readonly date: string;
}

/** A batch took effect; the lines that it led to follow. */
export interface Settled {
  readonly event: 'settled';
  readonly at: number;
  readonly file: number;
  readonly batch: number;
}

/** A line of the company's account. */
export interface Booked {
  readonly event: 'booked';
  readonly line: number;
  readonly at: number;
  readonly date: string;
  /** BAI2 type code. */
  readonly type: string;
  readonly direction: 'credit' | 'debit';
  readonly cents: number;
  readonly file: number;
  readonly batch: number;
  readonly reference: string;
  readonly text: string;
}

/** An outcome of an entry was sent. */
export interface Answered {
  readonly event: 'answered';
  readonly file: number;
  readonly trace: string;
  /** Position in the entry's outcomes. */
  readonly outcome: number;
  /** The trace number of the return or change. */
  readonly answer_trace: string;
}

/** An instant payment that the bank or network has decided on. */
export interface PaymentTaken extends SentPayment {
  readonly status: 'ACSC' | 'ACTC' | 'RJCT';
  /** Of the rejection. */
  readonly code?: string;
  /** When and why the receiving bank returns it. */
  readonly returns?: { readonly at: number; readonly code: string };
}

/** A message of ISO 20022 came, with what became of its payments. The number is that of the file. */
export interface MessageReceived {
  readonly event: 'message';
  readonly file: number;
  readonly at: number;
  readonly name: string;
  readonly sha256: string;
  readonly message_id: string;
  readonly definition: string;
  readonly network: IsoMessageIn['network'];
  readonly payments: readonly PaymentTaken[];
  readonly about?: NonNullable<IsoMessageIn['about']>;
  /** Why it was refused. */
  readonly problem?: string;
}

/** A payment went back. */
interface PaymentReturned {
  readonly event: 'payment_returned';
  readonly instruction_id: string;
}

type OutputKind = 'acknowledgment' | 'return' | 'change' | 'statement' | 'status';

/** A file is for the company. It is delivered at `deliver_at` or later, once. */
export interface Sent {
  readonly event: 'sent';
  readonly output: number;
  readonly at: number;
  readonly kind: OutputKind;
  readonly directory: string;
  readonly name: string;
  readonly sha256: string;
  readonly deliver_at: number;
  /** Faults that were planted in it. */
  readonly faults: readonly ContentFault[];
  /** The acknowledged file. */
  readonly file?: number;
  /** Of a statement: its date, the last line in it, and the balance that the bank knows to be right. */
  readonly statement?: { readonly date: string; readonly last_line: number; readonly closing_cents: number };
  /** Of a file with entries, for the next file id modifier. */
  readonly creation_date?: string;
}
