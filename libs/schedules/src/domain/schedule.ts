import { dateOfDay, dayNumber, Money, newYorkDate } from '@payments/kernel';
import { parseRecurrence } from './parse-recurrence.js';
import type { RecurrenceRule } from './recurrence-rule.js';
import { nextFrom } from './schedule-state.js';
import type {
  EndReason,
  Occurrence,
  ScheduleChanges,
  ScheduleEvent,
  ScheduleMaker,
  ScheduleRequest,
  ScheduleState,
} from './schedule-state.js';
import { scheduleErrors } from './schedule.errors.js';

const MOST_DAYS_AHEAD = 1_827;
const MOST_DAYS_LATE = 7;

/** Real time, for the records, and the banking time that a decision belongs to. */
export interface Moment {
  readonly now: Date;
  readonly at: Date;
}

/** What became of the transfer of a date. */
export type OrderOutcome = { readonly transfer_id: string } | { readonly error_code: string };

/** A schedule: the only place that decides which dates are due, and what becomes of them. */
export class Schedule {
  private readonly events: ScheduleEvent[] = [];
  private readonly occurrences: Occurrence[] = [];

  private constructor(
    private state: ScheduleState,
    private readonly rule: RecurrenceRule,
  ) {}

  /** @throws invalid_schedule_start_date, invalid_schedule_recurrence */
  static create(request: ScheduleRequest, made: Moment & ScheduleMaker & { readonly id: string }): Schedule {
    const { id, created_by, owner, now, at } = made;
    const { start_date, recurrence, speed } = request;
    const today = newYorkDate(at);
    if (start_date < today || dayNumber(start_date) > dayNumber(today) + MOST_DAYS_AHEAD) {
      throw scheduleErrors.invalid_schedule_start_date();
    }
    const rule = demandRule(recurrence);
    const next = nextFrom(start_date, rule, { start_date, speed });
    if (next === undefined) throw scheduleErrors.invalid_schedule_recurrence();
    const schedule = new Schedule(
      { ...initial(request), ...next, id, created_by, owner, created_at: now, updated_at: now },
      rule,
    );
    schedule.change({}, now, 'schedule_created');
    return schedule;
  }

  static restore(state: ScheduleState): Schedule {
    return new Schedule(state, demandRule(state.recurrence));
  }

  snapshot(): ScheduleState {
    return this.state;
  }

  /** The changes since the schedule was loaded, or since the last call. */
  takeChanges(): ScheduleChanges {
    return { events: this.events.splice(0), occurrences: this.occurrences.splice(0) };
  }

  /** Whether its next date is due at a banking instant. */
  isDue(until: Date): boolean {
    const { next_run_at } = this.state;
    return next_run_at !== null && next_run_at <= until;
  }

  /** The transfer whose outcome decides whether it counts as a failure; null if none does. */
  get transferToJudge(): string | null {
    return this.state.end_on_failures > 0 ? this.state.unjudged_transfer_id : null;
  }

  /** Counts the last transfer, and ends the schedule after too many failures. */
  judge(hasFailed: boolean, now: Date): void {
    if (this.transferToJudge === null) return;
    this.state = { ...this.state, unjudged_transfer_id: null, failures: hasFailed ? this.state.failures + 1 : 0 };
    if (this.hasTooManyFailures()) this.end('failures', now);
  }

  /** Whether its next date gets no transfer: the schedule is paused or not approved yet, or the day is over. */
  skipsNext(at: Date): boolean {
    const { paused_at, missed, next_payment_date } = this.state;
    if (this.isAwaited()) return true;
    const daysLate = dayNumber(newYorkDate(at)) - dayNumber(next_payment_date);
    return paused_at !== null || (daysLate > 0 && (missed === 'skip' || daysLate > MOST_DAYS_LATE));
  }

  /** The reference of the next transfer: by its date, so that no date can be paid twice. */
  get nextReference(): string {
    return `${this.state.schedule_reference_id}-${this.state.next_date}`;
  }

  /** Records what became of the next date, and moves on. `undefined`: it was skipped. */
  record(outcome: OrderOutcome | undefined, now: Date): void {
    const { id, next_date, next_payment_date, made, refused, skipped, failures } = this.state;
    if (next_date === null) throw new Error('the schedule has ended');
    const transfer_id = outcome !== undefined && 'transfer_id' in outcome ? outcome.transfer_id : null;
    const error_code = outcome !== undefined && 'error_code' in outcome ? outcome.error_code : null;
    const status = transfer_id !== null ? 'made' : error_code !== null ? 'refused' : 'skipped';
    const last_occurrence = { occurrence_date: next_date, status, transfer_id, error_code } as const;
    const payment = { schedule_id: id, payment_date: next_payment_date, created_at: now };
    this.occurrences.push({ ...payment, ...last_occurrence });
    this.state = {
      ...this.state,
      last_occurrence,
      unjudged_transfer_id: transfer_id ?? this.state.unjudged_transfer_id,
      made: made + Number(status === 'made'),
      refused: refused + Number(status === 'refused'),
      skipped: skipped + Number(status === 'skipped'),
      failures: failures + Number(status === 'refused'),
    };
    this.moveOn(next_date, now);
  }

  /** Its dates are skipped until it is resumed. @throws schedule_ended */
  pause(now: Date): void {
    this.demandOpen();
    if (this.state.paused_at === null) this.change({ paused_at: now, status: 'inactive' }, now);
  }

  /** Skips the dates up to now, and pays the later ones. @throws schedule_ended */
  resume({ now, at }: Moment): void {
    this.demandOpen();
    if (this.state.paused_at === null) return;
    while (this.isDue(at)) this.record(undefined, now);
    if (this.state.ended_at === null) {
      this.change({ paused_at: null, status: this.isAwaited() ? 'inactive' : 'active' }, now);
    }
  }

  /** Holds a schedule that is not stored yet: its dates are skipped until it is approved. */
  awaitApproval(id: string): void {
    this.state = { ...this.state, status: 'inactive', approval: { id, status: 'pending' } };
    this.events.splice(0, Infinity, ...this.events.map((event) => ({ ...event, state: this.state })));
  }

  /** Once approved, it skips the dates up to now and pays the later ones. */
  decide(status: 'approved' | 'rejected' | 'expired', { now, at }: Moment): void {
    const { approval } = this.state;
    if (approval?.status !== 'pending') return;
    if (status !== 'approved') {
      this.state = { ...this.state, approval: { ...approval, status } };
      return this.end(status === 'rejected' ? 'approval_rejected' : 'approval_expired', now);
    }
    while (this.isDue(at)) this.record(undefined, now);
    if (this.state.ended_at !== null) return;
    const { paused_at } = this.state;
    this.change({ approval: { ...approval, status }, status: paused_at === null ? 'active' : 'inactive' }, now);
  }

  /** Nothing happens to a schedule that has ended. */
  delete(now: Date): void {
    if (this.state.ended_at === null) this.end('deleted', now);
  }

  private moveOn(date: string, now: Date): void {
    const next = nextFrom(dateOfDay(dayNumber(date) + 1), this.rule, this.state);
    if (next === undefined) return this.end('completed', now);
    if (this.hasTooManyFailures()) return this.end('failures', now);
    this.change(next, now);
  }

  private hasTooManyFailures(): boolean {
    const { end_on_failures, failures } = this.state;
    return end_on_failures > 0 && failures >= end_on_failures;
  }

  private end(end_reason: EndReason, now: Date): void {
    const { approval } = this.state;
    const withdrawn = this.isAwaited() && { approval: { ...approval!, status: 'withdrawn' as const } };
    const over = { end_reason, ended_at: now, status: 'inactive', next_date: null, next_run_at: null } as const;
    this.change({ ...over, ...withdrawn }, now);
  }

  private isAwaited(): boolean {
    return this.state.approval?.status === 'pending';
  }

  private demandOpen(): void {
    if (this.state.ended_at !== null) throw scheduleErrors.schedule_ended();
  }

  private change(changes: Partial<ScheduleState>, now: Date, type: ScheduleEvent['type'] = 'schedule_updated'): void {
    this.state = { ...this.state, ...changes, sequence: this.state.sequence + 1, updated_at: now };
    this.events.push({ type, occurredAt: now, state: this.state });
  }
}

/** @throws invalid_schedule_recurrence */
export function demandRule(recurrence: string): RecurrenceRule {
  const rule = parseRecurrence(recurrence);
  if (rule === undefined) throw scheduleErrors.invalid_schedule_recurrence();
  return rule;
}

type SetAtCreation =
  'id' | keyof ScheduleMaker | 'next_date' | 'next_run_at' | 'next_payment_date' | 'created_at' | 'updated_at';

function initial(request: ScheduleRequest): Omit<ScheduleState, SetAtCreation> {
  const { schedule_reference_id, currency, speed, start_date, recurrence, metadata = {} } = request;
  return {
    ...{ schedule_reference_id, currency, speed, start_date, recurrence },
    amount: Money.fromWire(request.amount).cents,
    source: request.source ?? null,
    destination: request.destination ?? null,
    account_statement_descriptor: request.account_statement_descriptor ?? null,
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
    subledger_reference_id: request.subledger_reference_id ?? null,
    missed: request.missed ?? 'run',
    end_on_failures: request.end_on_failures ?? 0,
    status: 'active',
    ...{
      paused_at: null,
      ended_at: null,
      end_reason: null,
      approval: null,
      last_occurrence: null,
      unjudged_transfer_id: null,
    },
    ...{ made: 0, refused: 0, skipped: 0, failures: 0, sequence: 0, version: 1 },
  };
}
