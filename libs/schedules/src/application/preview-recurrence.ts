import { Injectable } from '@nestjs/common';
import { readableRecurrence } from '../domain/readable-recurrence.js';
import { ruleText } from '../domain/recurrence-rule.js';
import { scheduleErrors } from '../domain/schedule.errors.js';
import { nextFrom, paymentDatesFrom } from '../domain/schedule-state.js';
import type { PaymentDate, Speed } from '../domain/schedule-state.js';
import { demandRule } from '../domain/schedule.js';

const DEFAULT_COUNT = 2;

export interface RecurrenceQuestion {
  readonly start_date: string;
  readonly recurrence: string;
  readonly occurrence_count?: number;
  /** Of the transfers: it decides on which days they are made. */
  readonly speed?: Speed;
  /** Leaves out the dates that are paid before this day. */
  readonly from_date?: string;
}

export interface RecurrenceView {
  readonly start_date: string;
  readonly recurrence: string;
  /** The rule as the service understands it. */
  readonly rrule_string: string;
  readonly rrule_readable: string;
  /** The first dates of the rule, as they are before they move to banking days. */
  readonly occurrences: readonly string[];
  /** With a speed: the day on which each of them is paid. */
  readonly payment_dates?: readonly string[];
}

/** Shows what a rule means, without creating anything. */
@Injectable()
export class PreviewRecurrence {
  /** @throws invalid_schedule_recurrence */
  execute({ start_date, recurrence, speed, from_date = start_date, ...question }: RecurrenceQuestion): RecurrenceView {
    const { occurrence_count = DEFAULT_COUNT } = question;
    const rule = demandRule(recurrence);
    // Without a speed nothing moves.
    const terms = { start_date, speed: speed ?? 'asap' };
    if (nextFrom(start_date, rule, terms) === undefined) throw scheduleErrors.invalid_schedule_recurrence();
    const dates: PaymentDate[] = [];
    for (const date of paymentDatesFrom(from_date, rule, terms)) {
      if (dates.push(date) === occurrence_count) break;
    }
    const rrule_readable = readableRecurrence(rule, start_date);
    return {
      ...{ start_date, recurrence, rrule_string: ruleText(rule), rrule_readable },
      occurrences: dates.map(({ occurrence_date }) => occurrence_date),
      ...(speed !== undefined && { payment_dates: dates.map(({ payment_date }) => payment_date) }),
    };
  }
}
