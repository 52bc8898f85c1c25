import { type BankingDate, dateOfDay, dayNumber, isBankingDay, newYorkDate, newYorkInstant } from '@payments/kernel';

/** A number of days before or after a date. */
export const daysFrom = (date: BankingDate, days: number): BankingDate => dateOfDay(dayNumber(date) + days);

/** The instant at which a day ends in New York. */
export const endOf = (day: BankingDate): Date => newYorkInstant(daysFrom(day, 1), '00:00');

/** The time between two instants that is on banking days. */
export function bankingMs(from: Date, to: Date): number {
  let total = 0;
  for (let day = newYorkDate(from), start = from; start < to; day = daysFrom(day, 1)) {
    const end = endOf(day) < to ? endOf(day) : to;
    if (isBankingDay(day)) total += end.getTime() - start.getTime();
    start = end;
  }
  return total;
}
