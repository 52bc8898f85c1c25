import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.js';

/** A calendar day in New York, 'YYYY-MM-DD'. */
export type BankingDate = string;

/** What a clock shows, 'hh:mm'. */
export type WallTime = `${number}:${number}`;

/** The day as a count of days, so that days can be added and compared. Throws a RangeError for another text. */
export function dayNumber(date: BankingDate): number {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (Number.isNaN(day)) throw new RangeError('a banking date must be a calendar date as YYYY-MM-DD');
  return day;
}

/** Whether a text is a day, YYYY-MM-DD, in the years 2000 to 2199. */
export function isBankingDate(text: string): boolean {
  if (!/^2[01]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)) return false;
  return dateOfDay(dayNumber(text)) === text;
}

export function dateOfDay(day: number): BankingDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. The first day of 1970 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The nth such weekday of a month of the year, months from 1. */
export function nthWeekday(monthOf: { year: number; month: number }, wanted: number, nth: number): number {
  const first = Date.UTC(monthOf.year, monthOf.month - 1, 1) / DAY_MS;
  return first + ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7;
}

interface Summer {
  readonly firstDay: number;
  readonly lastDay: number;
}

const summers = new Map<number, Summer>();

/**
 * Daylight saving time as the Energy Policy Act of 2005 sets it, from 2007 on: second Sunday of March to first Sunday
 * of November, changing at 2 a.m. Computed by rule because Intl takes a hundred times as long.
 */
function summerOf(year: number): Summer {
  let summer = summers.get(year);
  if (!summer) {
    summer = { firstDay: nthWeekday({ year, month: 3 }, 0, 2), lastDay: nthWeekday({ year, month: 11 }, 0, 1) };
    summers.set(year, summer);
  }
  return summer;
}

/** What calendars and clocks show in New York, as if it were UTC. */
function shownInNewYork(at: Date): Date {
  const { firstDay, lastDay } = summerOf(at.getUTCFullYear());
  const time = at.getTime();
  const isSummer = time >= firstDay * DAY_MS + 7 * HOUR_MS && time < lastDay * DAY_MS + 6 * HOUR_MS;
  return new Date(time - (isSummer ? 4 : 5) * HOUR_MS);
}

/** The day that it is in New York. */
export function newYorkDate(at: Date): BankingDate {
  return shownInNewYork(at).toISOString().slice(0, 10);
}

/** What calendars and clocks in New York show, in ISO 8601 with the offset from UTC. */
export function newYorkTimestamp(at: Date): string {
  const shown = shownInNewYork(at);
  const hours = (at.getTime() - shown.getTime()) / HOUR_MS;
  return `${shown.toISOString().slice(0, -1)}-0${hours}:00`;
}

/** What clocks in New York show. */
export function newYorkTime(at: Date): WallTime {
  return shownInNewYork(at).toISOString().slice(11, 16) as WallTime;
}

/** The instant on another day at which clocks in New York show what they show at `at`. */
export function sameTimeOn(date: BankingDate, at: Date): Date {
  return new Date(newYorkInstant(date, newYorkTime(at)).getTime() + (at.getTime() % MINUTE_MS));
}

/**
 * The instant at which clocks in New York show the wall time, 'hh:mm'. A time that the change in March leaves out
 * (02:30) is the one that an unchanged clock would show; of a time that November has twice, the first.
 */
export function newYorkInstant(date: BankingDate, wall: WallTime): Date {
  const [hours = NaN, minutes = NaN] = wall.split(':').map(Number);
  const { firstDay, lastDay } = summerOf(Number(date.slice(0, 4)));
  const wallMs = dayNumber(date) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  const isSummer = wallMs >= firstDay * DAY_MS + 3 * HOUR_MS && wallMs < lastDay * DAY_MS + 2 * HOUR_MS;
  return new Date(wallMs + (isSummer ? 4 : 5) * HOUR_MS);
}
