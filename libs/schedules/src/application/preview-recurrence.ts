import { Injectable } from '@nestjs/common';
import { dateOfDay, dayNumber } from '@payments/kernel';
import { occurrencesOf } from '../domain/occurrences.js';
import { readableRecurrence } from '../domain/readable-recurrence.js';
import { ruleText } from '../domain/recurrence-rule.js';
import { scheduleErrors } from '../domain/schedule.errors.js';
import { TEN_YEARS_IN_DAYS } from '../domain/schedule-state.js';
import { demandRule } from '../domain/schedule.js';

const DEFAULT_COUNT = 2;

export interface RecurrenceQuestion {
  readonly start_date: string;
  readonly recurrence: string;
  readonly occurrence_count?: number;
}

export interface RecurrenceView {
  readonly start_date: string;
  readonly recurrence: string;
  /** The rule as the service understands it. */
  readonly rrule_string: string;
  readonly rrule_readable: string;
  /** The first dates of the rule, as they are before they move to banking days. */
  readonly occurrences: readonly string[];
}

/** Shows what a rule means, without creating anything. */
@Injectable()
export class PreviewRecurrence {
  /** @throws invalid_schedule_recurrence */
  execute({ start_date, recurrence, occurrence_count = DEFAULT_COUNT }: RecurrenceQuestion): RecurrenceView {
    const rule = demandRule(recurrence);
    const to = dateOfDay(dayNumber(start_date) + TEN_YEARS_IN_DAYS);
    const occurrences: string[] = [];
    for (const date of occurrencesOf(rule, start_date, { to })) {
      if (occurrences.push(date) === occurrence_count) break;
    }
    if (occurrences.length === 0) throw scheduleErrors.invalid_schedule_recurrence();
    const rrule_readable = readableRecurrence(rule, start_date);
    return { start_date, recurrence, rrule_string: ruleText(rule), rrule_readable, occurrences };
  }
}
