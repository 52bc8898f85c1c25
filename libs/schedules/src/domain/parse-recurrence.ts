import { isBankingDate, newYorkDate } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { FREQUENCIES, MONDAY, WEEKDAY_CODES } from './recurrence-rule.js';
import type { Frequency, RecurrenceRule, Weekday } from './recurrence-rule.js';

const MOST_OF_A_LIST = 366;
const WEEKS_OF_A_MONTH = 5;
const WEEKS_OF_A_YEAR = 53;

type Reader = (value: string) => Partial<RecurrenceRule> | undefined;

/** How each part of a rule is read. A part that is not here is not supported. */
const PARTS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['FREQ', (value) => part('frequency', FREQUENCIES.includes(value as Frequency) ? (value as Frequency) : undefined)],
  ['INTERVAL', (value) => part('interval', whole(value, { from: 1, to: 366 }))],
  ['BYDAY', (value) => part('weekdays', list(value, weekday))],
  ['BYMONTHDAY', (value) => part('monthDays', list(value, fromEitherEnd))],
  [
    'BYMONTH',
    (value) =>
      part(
        'months',
        list(value, (each) => whole(each, { from: 1, to: 12 })),
      ),
  ],
  ['BYSETPOS', (value) => part('positions', list(value, fromEitherEnd))],
  ['WKST', (value) => part('weekStart', weekdayOf(value))],
  ['COUNT', (value) => part('count', whole(value, { from: 1, to: 1_000 }))],
  ['UNTIL', (value) => part('until', lastDay(value))],
]);

/** The rule that a text of RFC 5545 states; undefined if it is none, or one with parts that are not supported. */
export function parseRecurrence(text: string): RecurrenceRule | undefined {
  const read = new Map<string, Partial<RecurrenceRule>>();
  for (const sent of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(sent) ?? [];
    const meaning = PARTS.get(name)?.(value);
    if (meaning === undefined || read.has(name)) return undefined;
    read.set(name, meaning);
  }
  if (!read.has('FREQ')) return undefined;
  const none = { interval: 1, weekdays: [], monthDays: [], months: [], positions: [], weekStart: MONDAY };
  const rule = Object.assign({ ...none, count: null, until: null }, ...read.values()) as RecurrenceRule;
  return isConsistent(rule) ? rule : undefined;
}

function isConsistent({ frequency, weekdays, monthDays, months, positions, count, until }: RecurrenceRule): boolean {
  const isMonthly = frequency === 'MONTHLY' || (frequency === 'YEARLY' && months.length > 0);
  const mostWeeks = isMonthly ? WEEKS_OF_A_MONTH : frequency === 'YEARLY' ? WEEKS_OF_A_YEAR : 0;
  return (
    (count === null || until === null) &&
    (frequency !== 'WEEKLY' || monthDays.length === 0) &&
    weekdays.every(({ nth }) => Math.abs(nth ?? 0) <= mostWeeks) &&
    (positions.length === 0 || weekdays.length + monthDays.length + months.length > 0)
  );
}

function part<Name extends keyof RecurrenceRule>(
  name: Name,
  value: RecurrenceRule[Name] | undefined,
): Partial<RecurrenceRule> | undefined {
  return value === undefined ? undefined : { [name]: value };
}

function list<Item>(value: string, read: (each: string) => Item | undefined): Item[] | undefined {
  const items = value.split(',').map(read);
  return items.length > MOST_OF_A_LIST || items.includes(undefined) ? undefined : (items as Item[]);
}

function whole(value: string, { from, to }: { readonly from: number; readonly to: number }): number | undefined {
  const number = Number(value);
  return /^[1-9]\d{0,3}$/.test(value) && number >= from && number <= to ? number : undefined;
}

/** 1 to 31, or -1 to -31. */
function fromEitherEnd(value: string): number | undefined {
  const number = whole(value.replace(/^[+-]/, ''), { from: 1, to: 31 });
  return number !== undefined && value.startsWith('-') ? -number : number;
}

function weekday(value: string): Weekday | undefined {
  const [, sign, digits, code = ''] = /^([+-]?)(\d{1,2})?([A-Z]{2})$/.exec(value) ?? [];
  const day = weekdayOf(code);
  if (day === undefined || (sign !== '' && digits === undefined)) return undefined;
  if (digits === undefined) return { weekday: day, nth: null };
  const nth = whole(digits, { from: 1, to: WEEKS_OF_A_YEAR });
  return nth === undefined ? undefined : { weekday: day, nth: sign === '-' ? -nth : nth };
}

function weekdayOf(code: string): number | undefined {
  const day = WEEKDAY_CODES.indexOf(code);
  return day === -1 ? undefined : day;
}

// An instant counts as its day in New York.
function lastDay(value: string): BankingDate | undefined {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z)?$/.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isBankingDate(date)) return undefined;
  if (time === undefined) return date;
  const instant = new Date(`${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : newYorkDate(instant);
}
