import { dateOfDay, dayNumber, nthWeekday, weekday } from './new-york-time.js';
import type { BankingDate } from './new-york-time.js';

export interface Holiday {
  readonly date: BankingDate;
  readonly name: string;
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

const years = new Map<number, readonly Holiday[]>();

/**
 * The holidays of a year, in order, as the Federal Reserve Banks keep them (their schedule since Juneteenth joined it,
 * 2022): one that falls on a Sunday is kept on Monday; one that falls on a Saturday stays there, and the Friday before
 * is a banking day, unlike in federal offices.
 */
export function federalReserveHolidays(year: number): readonly Holiday[] {
  let holidays = years.get(year);
  if (!holidays) {
    holidays = holidaysOf(year);
    years.set(year, holidays);
  }
  return holidays;
}

function holidaysOf(year: number): Holiday[] {
  const fixed = (monthAndDay: string, name: string) => {
    const day = dayNumber(`${year}-${monthAndDay}`);
    return { date: dateOfDay(weekday(day) === SUNDAY ? day + 1 : day), name };
  };
  const nth = (month: number, day: { weekday: number; nth: number }, name: string) => ({
    date: dateOfDay(nthWeekday({ year, month }, day.weekday, day.nth)),
    name,
  });
  // The last Monday of May is the one a week before the first of June.
  const memorialDay = nthWeekday({ year, month: 6 }, MONDAY, 0);
  return [
    fixed('01-01', "New Year's Day"),
    nth(1, { weekday: MONDAY, nth: 3 }, 'Birthday of Martin Luther King, Jr.'),
    nth(2, { weekday: MONDAY, nth: 3 }, "Washington's Birthday"),
    { date: dateOfDay(memorialDay), name: 'Memorial Day' },
    fixed('06-19', 'Juneteenth National Independence Day'),
    fixed('07-04', 'Independence Day'),
    nth(9, { weekday: MONDAY, nth: 1 }, 'Labor Day'),
    nth(10, { weekday: MONDAY, nth: 2 }, 'Columbus Day'),
    fixed('11-11', 'Veterans Day'),
    nth(11, { weekday: THURSDAY, nth: 4 }, 'Thanksgiving Day'),
    fixed('12-25', 'Christmas Day'),
  ];
}
