import { dateOfDay, dayNumber, newYorkDate, newYorkInstant } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import type { Period } from '../period.js';
import { reportErrors } from '../report.errors.js';

const MOST_DAYS = 31;

/** One day of New York, or the first and the last one. */
export interface AskedDays {
  readonly date?: BankingDate;
  readonly start_date?: BankingDate;
  readonly end_date?: BankingDate;
}

/**
 * From the first midnight to the last one.
 * @throws missing_date, invalid_date, missing_start_date, missing_end_date, invalid_end_date
 */
export function periodOfDays({ date, start_date, end_date }: AskedDays, now: Date): Period {
  const today = newYorkDate(now);
  if (date !== undefined) {
    if (start_date !== undefined || end_date !== undefined || date >= today) throw reportErrors.invalid_date();
    return between(date, date);
  }
  if (start_date === undefined)
    throw end_date === undefined ? reportErrors.missing_date() : reportErrors.missing_start_date();
  if (end_date === undefined) throw reportErrors.missing_end_date();
  const days = dayNumber(end_date) - dayNumber(start_date) + 1;
  if (days < 1 || days > MOST_DAYS || end_date >= today) throw reportErrors.invalid_end_date();
  return between(start_date, end_date);
}

/** The days of a period that begins and ends at midnight. */
export function daysOf({ start_time, end_time }: Period): BankingDate[] {
  const first = dayNumber(newYorkDate(start_time));
  const days = dayNumber(newYorkDate(end_time)) - first;
  return Array.from({ length: days }, (_, at) => dateOfDay(first + at));
}

/** From midnight to midnight, which is 23 or 25 hours when clocks change. */
export function between(first: BankingDate, last: BankingDate): Period {
  return {
    start_time: newYorkInstant(first, '00:00'),
    end_time: newYorkInstant(dateOfDay(dayNumber(last) + 1), '00:00'),
  };
}
