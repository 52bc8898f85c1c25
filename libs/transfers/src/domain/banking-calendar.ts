import { MINUTE_MS } from '@payments/kernel';
import { federalReserveHolidays } from './federal-holidays.js';
import { dateOfDay, dayNumber, newYorkDate, newYorkInstant, sameTimeOn, weekday } from './new-york-time.js';
import type { BankingDate } from './new-york-time.js';

export { federalReserveHolidays, newYorkDate, newYorkInstant, sameTimeOn };
export type { BankingDate };

export type AchRail = 'ach' | 'same_day_ach';

/** One delivery to the ACH operator that a leg can still make. */
export interface AchWindow {
  readonly rail: AchRail;
  /** The last instant at which a leg may join: the deadline minus the platform's lead. */
  readonly cutoffAt: Date;
  readonly deadlineAt: Date;
  readonly effectiveDate: BankingDate;
  readonly settlesAt: Date;
}

type Wall = `${number}:${number}`;

/**
 * The FedACH processing schedule, in New York time: deadline and settlement, both on the effective date. The next-day
 * deadline is the last one of the processing day before, which ends at night.
 */
const SCHEDULE: Readonly<Record<AchRail, readonly { deadline: Wall; settlement: Wall }[]>> = {
  ach: [{ deadline: '02:15', settlement: '08:30' }],
  same_day_ach: [
    { deadline: '10:30', settlement: '13:00' },
    { deadline: '14:45', settlement: '17:00' },
    { deadline: '16:45', settlement: '18:00' },
  ],
};

/** The hour at which the hold of a debit ends. */
const HOLD_ENDS: Wall = '09:30';

/** Whether the Federal Reserve Banks settle on this day. */
export function isBankingDay(date: BankingDate): boolean {
  return isWorkday(weekday(dayNumber(date))) && !isHoliday(date);
}

function isWorkday(day: number): boolean {
  return day >= 1 && day <= 5;
}

function isHoliday(date: BankingDate): boolean {
  return federalReserveHolidays(Number(date.slice(0, 4))).some((holiday) => holiday.date === date);
}

/** The first banking day after this day. */
export function nextBankingDay(date: BankingDate): BankingDate {
  return bankingDayFrom(dateOfDay(dayNumber(date) + 1));
}

function bankingDayFrom(date: BankingDate): BankingDate {
  return isBankingDay(date) ? date : nextBankingDay(date);
}

/** The day that many banking days later; a non-banking day counts as the next banking day. `days` is 0 or more. */
export function addBankingDays(date: BankingDate, days: number): BankingDate {
  if (!Number.isInteger(days) || days < 0)
    throw new RangeError('the number of banking days must be a whole number of at least 0');
  let result = bankingDayFrom(date);
  for (let left = days; left > 0; left -= 1) result = nextBankingDay(result);
  return result;
}

/** How many banking days begin after the day of `from`, up to and including the day of `to`; 0 when `to` is no later. */
export function bankingDaysBetween(from: Date, to: Date): number {
  const last = newYorkDate(to);
  let count = 0;
  for (let day = nextBankingDay(newYorkDate(from)); day <= last; day = nextBankingDay(day)) count += 1;
  return count;
}

/** The first window of the rail whose cut-off is not yet past; at the very instant of the cut-off it is still open. */
export function nextWindow(rail: AchRail, at: Date, leadMinutes: number): AchWindow {
  for (let date = bankingDayFrom(newYorkDate(at)); ; date = nextBankingDay(date)) {
    for (const { deadline, settlement } of SCHEDULE[rail]) {
      const deadlineAt = newYorkInstant(date, deadline);
      const cutoffAt = new Date(deadlineAt.getTime() - leadMinutes * MINUTE_MS);
      if (cutoffAt < at) continue;
      return { rail, cutoffAt, deadlineAt, effectiveDate: date, settlesAt: newYorkInstant(date, settlement) };
    }
  }
}

/** Whether an entry can still settle on the New York day of `at`: a banking day, before its last same-day window. */
export function sameDayWindowLeft(at: Date, leadMinutes: number): boolean {
  return nextWindow('same_day_ach', at, leadMinutes).effectiveDate === newYorkDate(at);
}

/** When the hold of an ACH debit ends: a number of banking days after its effective date, at 09:30. */
export function holdUntil(effectiveDate: BankingDate, holdDays = 2): Date {
  return newYorkInstant(addBankingDays(effectiveDate, holdDays), HOLD_ENDS);
}
