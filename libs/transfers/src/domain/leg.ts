import { newYorkDate } from '@payments/kernel';
import type { BankingDate, Transitions } from '@payments/kernel';
import { holdUntil, nextWindow } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';
import type { Rail } from './reason-codes.js';
import { isInstant } from './rails.js';
import type { Candidate } from './rails.js';

export type Side = 'source' | 'destination';

/**
 * held: waits for the debit's hold to end · ready: waits for its window · submitting: the call to the processor may have
 * been made, so ask before sending again · submitted: the processor has it · accepted: the network has it · settled: the
 * banks have settled it · released: the hold of a debit has ended, its money may be used.
 */
export type LegStatus =
  | 'held'
  | 'ready'
  | 'submitting'
  | 'submitted'
  | 'accepted'
  | 'settled'
  | 'released'
  | 'rejected'
  | 'returned'
  | 'canceled';

// A result may overtake our own note that the instruction was submitted, so `submitting` goes wherever `submitted`
// goes. A leg that a rail could not carry is ready again, for the next rail.
export const legTransitions: Transitions<LegStatus> = {
  held: ['ready', 'canceled'],
  ready: ['submitting', 'canceled'],
  submitting: ['submitted', 'accepted', 'ready', 'rejected'],
  submitted: ['accepted', 'ready', 'rejected'],
  accepted: ['settled', 'rejected', 'returned'],
  settled: ['released', 'returned'],
  released: ['returned'],
  rejected: [],
  returned: [],
  canceled: [],
};

/** One attempt of a leg on one rail. */
export interface LegAttempt {
  readonly number: number;
  readonly rail: Rail;
  readonly end_to_end_id: string;
  /** Banking time of the choice. */
  readonly routed_at: string;
  readonly candidates: readonly Candidate[];
  /** The code of the rail that could not carry it, when another try follows. */
  readonly unavailable_code?: string;
  /** Banking instant of that refusal. Attempts refused before this was recorded do not have it. */
  readonly unavailable_at?: string;
}

/** One debit or credit, column-shaped. */
export interface LegState {
  readonly id: string;
  readonly transfer_id: string;
  readonly side: Side;
  /** Of the current attempt, as are the end-to-end id and the times. */
  readonly rail: Rail;
  readonly amount: bigint;
  readonly account_id: string;
  readonly account_version: number;
  /** The attempt's id at the processor and the network; at most 35 characters. */
  readonly end_to_end_id: string;
  readonly status: LegStatus;
  readonly attempt: number;
  readonly attempts: readonly LegAttempt[];
  /** Banking instants: when it is submitted, when the banks settle it, when the hold of a debit ends. */
  readonly window_at: Date | null;
  readonly effective_date: BankingDate | null;
  readonly settles_at: Date | null;
  readonly hold_until: Date | null;
  readonly batch_id: string | null;
  readonly trace_number: string | null;
  readonly return_trace_number: string | null;
  readonly network_reason_code: string | null;
  /** Banking instant at which the latest applied result of the current attempt occurred. */
  readonly last_result_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type ResultKind = 'accepted' | 'settled' | 'rejected' | 'returned' | 'notification_of_change';

/** The times of an ACH entry that went into another window than the leg joined. */
export interface Retiming {
  readonly effective_date: BankingDate;
  /** Banking instant. */
  readonly settles_at: Date;
}

/** The processor's report on an instruction. Results arrive late, repeatedly, and in any order. */
export interface ProcessorResult {
  /** The processor's id of this result. A repeated report has the same id. */
  readonly processor_result_id: string;
  readonly end_to_end_id: string;
  readonly kind: ResultKind;
  readonly network_reason_code: string | null;
  /** What the bank wrote beside the code, at most 80 characters, without account numbers. */
  readonly reason_text?: string | undefined;
  readonly trace_number: string | null;
  /** Banking time. */
  readonly occurred_at: Date;
  /** With `accepted`, if the entry went into a later window. */
  readonly retimed?: Retiming;
}

/** The end-to-end id of an attempt: the UUID of its leg without hyphens, marked, at most 34 characters. */
export function endToEndId(legId: string, attempt: number): string {
  return `P${legId.replaceAll('-', '')}${attempt === 1 ? '' : attempt}`;
}

const END_TO_END_ID = /^P([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[2-9]?$/;

/** The leg of an end-to-end id; undefined when the id is not ours. */
export function legIdOf(endToEndId: string): string | undefined {
  return END_TO_END_ID.exec(endToEndId)?.slice(1, 6).join('-');
}

/**
 * When a leg on a rail goes out, and when its money moves. ACH waits for the next window; instant rails work around the
 * clock and settle at once.
 */
export function timetable(
  { rail, side }: { readonly rail: Rail; readonly side: Side },
  at: Date,
  schedule: AchSchedule,
): Pick<LegState, 'window_at' | 'effective_date' | 'settles_at' | 'hold_until'> {
  if (isInstant(rail)) {
    return { window_at: at, effective_date: newYorkDate(at), settles_at: at, hold_until: null };
  }
  const { closesAt, effectiveDate, settlesAt } = nextWindow(rail, at, schedule);
  return {
    window_at: closesAt,
    effective_date: effectiveDate,
    settles_at: settlesAt,
    hold_until: side === 'source' ? holdUntil(effectiveDate) : null,
  };
}
