import { federalReserveHolidays } from './federal-holidays.js';
import { dateOfDay, dayNumber, newYorkDate, weekday } from './new-york-time.js';
import type { BankingDate } from './new-york-time.js';

/** Whether the Federal Reserve Banks settle on this day. Correct from 2022 on. */
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

/** This day, or the first banking day after it. */
export function bankingDayFrom(date: BankingDate): BankingDate {
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
