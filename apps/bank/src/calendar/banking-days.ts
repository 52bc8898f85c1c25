const DAY_MS = 86_400_000;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** Month and day. One that falls on a Sunday is observed on Monday; one on a Saturday is not observed. */
const FIXED_HOLIDAYS = ['01-01', '06-19', '07-04', '11-11', '12-25'];

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekday = (date: string): number => new Date(utc(date)).getUTCDay();

/** The nth given weekday of a month (1 to 12). */
function nthWeekday(month: string, day: number, nth: number): string {
  const first = `${month}-01`;
  return addDays(first, ((day - weekday(first) + 7) % 7) + 7 * (nth - 1));
}

function lastMondayOfMay(year: string): string {
  const last = `${year}-05-31`;
  return addDays(last, -((weekday(last) - MONDAY + 7) % 7));
}

function holidaysOf(year: string): ReadonlySet<string> {
  const fixed = FIXED_HOLIDAYS.map((day) => `${year}-${day}`).map((date) =>
    weekday(date) === SUNDAY ? addDays(date, 1) : date,
  );
  return new Set([
    ...fixed,
    nthWeekday(`${year}-01`, MONDAY, 3),
    nthWeekday(`${year}-02`, MONDAY, 3),
    lastMondayOfMay(year),
    nthWeekday(`${year}-09`, MONDAY, 1),
    nthWeekday(`${year}-10`, MONDAY, 2),
    nthWeekday(`${year}-11`, THURSDAY, 4),
  ]);
}

const holidays = new Map<string, ReadonlySet<string>>();

function isHoliday(date: string): boolean {
  const year = date.slice(0, 4);
  const known = holidays.get(year) ?? holidaysOf(year);
  holidays.set(year, known);
  return known.has(date);
}

/** Dates are texts of the form YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return iso(utc(date) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return (utc(to) - utc(from)) / DAY_MS;
}

/** A weekday that is no holiday of the Federal Reserve Banks. */
export function isBankingDay(date: string): boolean {
  const day = weekday(date);
  return day !== SATURDAY && day !== SUNDAY && !isHoliday(date);
}

/** The date itself if it is a banking day, else the next one. */
export function bankingDayFrom(date: string): string {
  return isBankingDay(date) ? date : bankingDayFrom(addDays(date, 1));
}

/** The nth banking day after a date. */
export function addBankingDays(date: string, days: number): string {
  let at = date;
  for (let left = days; left > 0; left--) at = bankingDayFrom(addDays(at, 1));
  return at;
}

/** How many banking days come after `from`, up to and with `to`. */
export function bankingDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (isBankingDay(at)) count++;
  return count;
}

/** The day of the year, 001 to 366. */
export function dayOfYear(date: string): string {
  return String(daysBetween(`${date.slice(0, 4)}-01-01`, date) + 1).padStart(3, '0');
}
