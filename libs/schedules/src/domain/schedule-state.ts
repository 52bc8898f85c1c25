import { bankingDayFrom, dateOfDay, dayNumber, newYorkInstant } from '@payments/kernel';
import type { BankingDate, DomainEvent } from '@payments/kernel';
import { occurrencesOf } from './occurrences.js';
import type { RecurrenceRule } from './recurrence-rule.js';

/** Field types of the transfers that a schedule makes; the types of transfers have the same shape. */
export type Speed = 'standard' | 'same_day' | 'asap';

export interface Party {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
  readonly statement_display_name?: string;
}

export const SCHEDULE_STATUSES = ['active', 'inactive'] as const;

export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/**
 * made: its transfer exists · refused: the transfer was refused with the error code · skipped: the schedule was paused, or
 * the date was missed.
 */
export const OCCURRENCE_STATUSES = ['made', 'refused', 'skipped'] as const;

export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/**
 * completed: the rule has no further date · deleted: by a client · failures: by `end_on_failures` · the others: nobody approved
 * it.
 */
export const END_REASONS = ['completed', 'deleted', 'failures', 'approval_rejected', 'approval_expired'] as const;

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;

/** The approval that a policy demands of a schedule. `withdrawn`: the schedule ended before it was decided. */
export interface ScheduleApproval {
  readonly id: string;
  readonly status: (typeof APPROVAL_STATUSES)[number];
}

export type EndReason = (typeof END_REASONS)[number];

/** What becomes of dates that the service could not serve on their day. */
export const MISSED = ['run', 'skip'] as const;

export type Missed = (typeof MISSED)[number];

/** What became of one date. Written once. */
export interface Occurrence {
  readonly schedule_id: string;
  /** The date by the rule: at most one occurrence of a schedule has it. */
  readonly occurrence_date: BankingDate;
  /** The banking day on which it was due. */
  readonly payment_date: BankingDate;
  readonly status: OccurrenceStatus;
  readonly transfer_id: string | null;
  readonly error_code: string | null;
  readonly created_at: Date;
}

/** A schedule as a client requests it. */
export interface ScheduleRequest {
  readonly schedule_reference_id: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source?: Party;
  readonly destination?: Party;
  readonly start_date: BankingDate;
  readonly recurrence: string;
  readonly account_statement_descriptor?: string;
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  readonly subledger_reference_id?: string;
  readonly missed?: Missed;
  readonly end_on_failures?: number;
}

/** Who created a schedule: a client or a portal user, and the portal user who owns that client. */
export interface ScheduleMaker {
  readonly created_by: string | null;
  readonly owner: string | null;
}

/** A schedule as stored, column-shaped. */
export interface ScheduleState extends ScheduleMaker {
  readonly id: string;
  readonly schedule_reference_id: string;
  /** Cents. */
  readonly amount: bigint;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source: Party | null;
  readonly destination: Party | null;
  readonly start_date: BankingDate;
  readonly recurrence: string;
  readonly account_statement_descriptor: string | null;
  readonly metadata: Readonly<Record<string, string | number | boolean>> | null;
  /** Whose money its transfers move; null for the enterprise itself. */
  readonly subledger_reference_id: string | null;
  readonly missed: Missed;
  /** 0: never. */
  readonly end_on_failures: number;
  readonly status: ScheduleStatus;
  /** The next date by the rule, and when it is due; null once the schedule has ended. */
  readonly next_date: BankingDate | null;
  readonly next_run_at: Date | null;
  /** The banking day of the next payment; once none is left, of the last one. */
  readonly next_payment_date: BankingDate;
  readonly paused_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: EndReason | null;
  /** Null for a schedule that no policy held. */
  readonly approval: ScheduleApproval | null;
  readonly made: number;
  readonly refused: number;
  readonly skipped: number;
  /** How many in a row were refused, or had failed when the next one was due. */
  readonly failures: number;
  /** The last transfer, until it is known whether it counts as a failure. */
  readonly unjudged_transfer_id: string | null;
  readonly last_occurrence: Pick<Occurrence, 'occurrence_date' | 'status' | 'transfer_id' | 'error_code'> | null;
  /** Counts the events of the schedule. */
  readonly sequence: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ScheduleEvent extends DomainEvent<'schedule_created' | 'schedule_updated'> {
  /** The schedule as it was right after the event. */
  readonly state: ScheduleState;
}

export interface ScheduleChanges {
  readonly events: readonly ScheduleEvent[];
  readonly occurrences: readonly Occurrence[];
}

const DUE_TIME = '09:00';
/** More days than any date moves to reach a banking day. */
const MOST_DAYS_MOVED = 7;
/** How far ahead the next date of a rule may be. */
const TEN_YEARS_IN_DAYS = 3_653;

/** The banking day on which a date is paid: an instant payment needs none. */
function paymentDateOf(date: BankingDate, speed: Speed): BankingDate {
  return speed === 'asap' ? date : bankingDayFrom(date);
}

type Next = Pick<ScheduleState, 'next_date' | 'next_run_at' | 'next_payment_date'>;

/** The first date of the rule from a day on, within ten years of it. */
export function nextFrom(
  day: BankingDate,
  rule: RecurrenceRule,
  { start_date, speed }: Pick<ScheduleState, 'start_date' | 'speed'>,
): Next | undefined {
  const to = dateOfDay(dayNumber(day) + TEN_YEARS_IN_DAYS);
  const { value: date } = occurrencesOf(rule, start_date, { from: day, to }).next();
  if (date === undefined) return undefined;
  const next_payment_date = paymentDateOf(date, speed);
  return { next_date: date, next_run_at: newYorkInstant(next_payment_date, DUE_TIME), next_payment_date };
}

/** A date of the rule, and the day on which it is paid. */
export type PaymentDate = Pick<Occurrence, 'occurrence_date' | 'payment_date'>;

/** The dates of the rule that are paid on a day or later, in order, of those within ten years of it. */
export function* paymentDatesFrom(
  day: BankingDate,
  rule: RecurrenceRule,
  { start_date, speed }: Pick<ScheduleState, 'start_date' | 'speed'>,
): Generator<PaymentDate, void, undefined> {
  const from = dateOfDay(dayNumber(day) - MOST_DAYS_MOVED);
  const to = dateOfDay(dayNumber(day) + TEN_YEARS_IN_DAYS);
  for (const occurrence_date of occurrencesOf(rule, start_date, { from, to })) {
    const payment_date = paymentDateOf(occurrence_date, speed);
    if (payment_date >= day) yield { occurrence_date, payment_date };
  }
}
