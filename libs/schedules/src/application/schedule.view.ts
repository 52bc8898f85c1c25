import { Money } from '@payments/kernel';
import { readableRecurrence } from '../domain/readable-recurrence.js';
import type {
  EndReason,
  Missed,
  OccurrenceStatus,
  Party,
  ScheduleApproval,
  ScheduleState,
  ScheduleStatus,
  Speed,
} from '../domain/schedule-state.js';
import { demandRule } from '../domain/schedule.js';
import type { StoredOccurrence } from './ports.js';

/** What became of a date. */
export interface RunView {
  readonly occurrence_date: string;
  readonly status: OccurrenceStatus;
  readonly transfer_id?: string;
  /** Of the refused transfer. */
  readonly error_code?: string;
}

/** A schedule on the wire, in responses and events. */
export interface ScheduleView {
  readonly id: string;
  readonly schedule_reference_id: string;
  readonly amount: number;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source?: Party;
  readonly destination?: Party;
  readonly account_statement_descriptor?: string;
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  readonly subledger_reference_id?: string;
  readonly start_date: string;
  readonly recurrence: string;
  readonly rrule_readable: string;
  readonly missed: Missed;
  readonly end_on_failures: number;
  readonly status: ScheduleStatus;
  readonly next_payment_date: string;
  readonly paused_at?: string;
  readonly ended_at?: string;
  readonly end_reason?: EndReason;
  readonly approval?: ScheduleApproval;
  readonly runs: { readonly made: number; readonly failed: number; readonly skipped: number };
  readonly last_run?: RunView;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An occurrence on the wire. */
export interface OccurrenceView extends RunView {
  readonly id: string;
  readonly payment_date: string;
  readonly created_at: string;
}

/** The allowlist of fields of a schedule that are shown. Fields without a value are omitted. */
export function toScheduleView(state: ScheduleState): ScheduleView {
  const { source, destination, account_statement_descriptor, metadata, paused_at, ended_at } = state;
  const { end_reason, approval, subledger_reference_id } = state;
  return {
    id: state.id,
    schedule_reference_id: state.schedule_reference_id,
    amount: Money.usd(state.amount).toWire(),
    currency: state.currency,
    speed: state.speed,
    ...(source && { source }),
    ...(destination && { destination }),
    ...(account_statement_descriptor !== null && { account_statement_descriptor }),
    ...(metadata && { metadata }),
    ...(subledger_reference_id !== null && { subledger_reference_id }),
    start_date: state.start_date,
    recurrence: state.recurrence,
    rrule_readable: readableRecurrence(demandRule(state.recurrence), state.start_date),
    missed: state.missed,
    end_on_failures: state.end_on_failures,
    status: state.status,
    next_payment_date: state.next_payment_date,
    ...(paused_at && { paused_at: paused_at.toISOString() }),
    ...(ended_at && { ended_at: ended_at.toISOString() }),
    ...(end_reason && { end_reason }),
    ...(approval && { approval }),
    runs: { made: state.made, failed: state.refused, skipped: state.skipped },
    ...(state.last_occurrence && { last_run: toRunView(state.last_occurrence) }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
  };
}

export function toOccurrenceView(occurrence: StoredOccurrence): OccurrenceView {
  const { id, payment_date, created_at } = occurrence;
  return { id, payment_date, ...toRunView(occurrence), created_at: created_at.toISOString() };
}

type Run = NonNullable<ScheduleState['last_occurrence']>;

function toRunView({ occurrence_date, status, transfer_id, error_code }: Run): RunView {
  return {
    ...{ occurrence_date, status },
    ...(transfer_id !== null && { transfer_id }),
    ...(error_code !== null && { error_code }),
  };
}
