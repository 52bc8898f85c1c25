import { bankingDaysBetween, dateOfDay, dayNumber, newYorkDate, newYorkInstant } from '@payments/kernel';

/** Nacha lets an originator take so many banking days to adopt a correction, or until the next entry. */
const BANKING_DAYS = 6;

/** A correction from before this instant, the begin of a day in New York, is overdue. */
export function correctionsDueSince(now: Date): Date {
  const startOf = (day: number) => newYorkInstant(dateOfDay(day), '00:00');
  let day = dayNumber(newYorkDate(now));
  while (bankingDaysBetween(startOf(day - 1), now) <= BANKING_DAYS) day -= 1;
  return startOf(day);
}
