import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type {
  BodyOf,
  NewSchedule,
  Occurrence,
  OccurrenceQuery,
  RecurrencePreview,
  Schedule,
  ScheduleQuery,
} from '../types.js';

/** Transfers that repeat on the dates of a rule, each exactly once. */
export class Schedules {
  constructor(private readonly api: Api) {}

  /**
   * Creates a schedule. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_schedule_reference_id`, `invalid_schedule_recurrence`, and others by field
   * @example
   * const schedule = await payments.schedules.create({
   *   schedule_reference_id: 'payroll-jane',
   *   destination: { account_reference_id: 'jane-checking', customer_reference_id: 'jane-doe' },
   *   amount: 12_500,
   *   currency: 'USD',
   *   speed: 'standard',
   *   start_date: '2027-01-01',
   *   recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1',
   * });
   */
  async create(schedule: NewSchedule, options: CreateOptions = {}): Promise<Schedule> {
    return (await this.api.create('post', '/deliver/schedules', { ...options, body: schedule })).schedule;
  }

  /** Shows the first dates of a rule, and the rule in words. @throws PaymentsError `invalid_schedule_recurrence` */
  preview(question: BodyOf<'/deliver/schedules/rrule', 'post'>, options: CallOptions = {}): Promise<RecurrencePreview> {
    return this.api.send('post', '/deliver/schedules/rrule', { ...options, body: question });
  }

  /** Reads a schedule by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Schedule> {
    return (await this.api.send('get', '/deliver/schedules/{id}', { ...options, path: { id } })).schedule;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: ScheduleQuery = {}, options: CallOptions = {}): List<Schedule> {
    return this.api.list('/deliver/schedules', { ...options, query }, (response) => response.schedules);
  }

  /** What became of the past dates, newest first; iterating fetches the pages. @throws PaymentsError `unknown_id` */
  occurrences(id: string, query: OccurrenceQuery = {}, options: CallOptions = {}): List<Occurrence> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/deliver/schedules/{id}/occurrences', call, (response) => response.occurrences);
  }

  /** Skips the dates until it is resumed. @throws PaymentsError `schedule_ended` */
  async pause(id: string, options: CallOptions = {}): Promise<Schedule> {
    return (await this.api.send('post', '/deliver/schedules/{id}/pause', { ...options, path: { id } })).schedule;
  }

  /** Pays again, beginning with the next date. @throws PaymentsError `schedule_ended` */
  async resume(id: string, options: CallOptions = {}): Promise<Schedule> {
    return (await this.api.send('post', '/deliver/schedules/{id}/resume', { ...options, path: { id } })).schedule;
  }

  /** Ends the schedule. Ending it again changes nothing. @throws PaymentsError `unknown_id` */
  async delete(id: string, options: CallOptions = {}): Promise<Schedule> {
    return (await this.api.send('delete', '/deliver/schedules/{id}', { ...options, path: { id } })).schedule;
  }
}
