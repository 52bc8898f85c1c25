import {
  type BankingDate,
  dateOfDay,
  dayNumber,
  isBankingDay,
  MINUTE_MS,
  newYorkDate,
  newYorkInstant,
} from '@payments/kernel';
import type { Connection } from './connection.js';

/** The instant since which so many minutes have passed until `now`, counted only while the bank works. */
export function bankMinutesBefore(now: Date, minutes: number, { hours }: Pick<Connection, 'hours'>): Date {
  let leftMs = minutes * MINUTE_MS;
  for (let day = dayNumber(newYorkDate(now)); ; day -= 1) {
    const date: BankingDate = dateOfDay(day);
    if (!isBankingDay(date)) continue;
    const until = Math.min(now.getTime(), newYorkInstant(date, hours.closes).getTime());
    const openMs = Math.max(0, until - newYorkInstant(date, hours.opens).getTime());
    if (openMs >= leftMs) return new Date(until - leftMs);
    leftMs -= openMs;
  }
}
