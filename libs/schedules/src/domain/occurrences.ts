import { dateOfDay, DAY_MS, dayNumber, weekday } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import type { Frequency, RecurrenceRule, Weekday } from './recurrence-rule.js';

/** Days as kernel counts them, from the first to before the last. */
interface Period {
  readonly first: number;
  readonly end: number;
}

/** The periods of a frequency, counted from the one with the first day of the schedule. */
interface Periods {
  readonly at: (index: number) => Period;
  readonly indexOf: (day: number) => number;
}

const DAYS_OF_A_WEEK = 7;
const MONTHS_OF_A_YEAR = 12;

/**
 * The dates of a rule that begins at `start`, in order, of those from `from` to `to`. The start counts only if the rule
 * matches it. A day that a month does not have is left out.
 */
export function* occurrencesOf(
  rule: RecurrenceRule,
  start: BankingDate,
  { from = start, to }: { readonly from?: BankingDate; readonly to: BankingDate },
): Generator<BankingDate, void, undefined> {
  const [first, wanted] = [dayNumber(start), dayNumber(from)];
  const last = Math.min(dayNumber(to), rule.until === null ? Infinity : dayNumber(rule.until));
  const complete = withDefaults(rule, first);
  const periods = PERIODS[rule.frequency](first, rule.weekStart);
  // Whoever counts has to begin at the start.
  const skipped = rule.count === null ? Math.max(0, periods.indexOf(wanted)) : 0;
  let left = rule.count ?? Infinity;
  for (let index = skipped - (skipped % rule.interval); left > 0; index += rule.interval) {
    const period = periods.at(index);
    if (period.first > last) return;
    for (const day of matchesIn(period, complete)) {
      if (day < first) continue;
      if (day > last || left === 0) return;
      left -= 1;
      if (day >= wanted) yield dateOfDay(day);
    }
  }
}

// As RFC 5545 has it: what a rule leaves open is as on its first day.
function withDefaults(rule: RecurrenceRule, first: number): RecurrenceRule {
  const namesDays = rule.weekdays.length + rule.monthDays.length > 0;
  if (namesDays || rule.frequency === 'DAILY') return rule;
  if (rule.frequency === 'WEEKLY') return { ...rule, weekdays: [{ weekday: weekday(first), nth: null }] };
  const { month, dayOfMonth } = civil(first);
  const months = rule.frequency === 'YEARLY' && rule.months.length === 0 ? [month] : rule.months;
  return { ...rule, months, monthDays: [dayOfMonth] };
}

function matchesIn({ first, end }: Period, rule: RecurrenceRule): number[] {
  const days: number[] = [];
  for (let day = first; day < end; day += 1) if (matches(day, rule)) days.push(day);
  if (rule.positions.length === 0) return days;
  const counted = new Set(rule.positions.map((position) => days.at(position > 0 ? position - 1 : position)));
  return days.filter((day) => counted.has(day));
}

function matches(day: number, rule: RecurrenceRule): boolean {
  const { month, dayOfMonth, monthLength } = civil(day);
  const { months, monthDays, weekdays } = rule;
  return (
    (months.length === 0 || months.includes(month)) &&
    (monthDays.length === 0 || monthDays.includes(dayOfMonth) || monthDays.includes(dayOfMonth - monthLength - 1)) &&
    (weekdays.length === 0 || weekdays.some((wanted) => isWeekday(day, wanted, rule)))
  );
}

function isWeekday(day: number, wanted: Weekday, { frequency, months }: RecurrenceRule): boolean {
  if (weekday(day) !== wanted.weekday || wanted.nth === null) return weekday(day) === wanted.weekday;
  const { first, end } = frequency === 'YEARLY' && months.length === 0 ? yearOf(day) : monthOf(day);
  const weeks = wanted.nth > 0 ? (day - first) / DAYS_OF_A_WEEK : (end - 1 - day) / DAYS_OF_A_WEEK;
  return Math.floor(weeks) + 1 === Math.abs(wanted.nth);
}

const PERIODS: Readonly<Record<Frequency, (first: number, weekStart: number) => Periods>> = {
  DAILY: (first) => ({
    at: (index) => ({ first: first + index, end: first + index + 1 }),
    indexOf: (day) => day - first,
  }),
  WEEKLY: (first, weekStart) => {
    const week = first - ((weekday(first) - weekStart + DAYS_OF_A_WEEK) % DAYS_OF_A_WEEK);
    return {
      at: (index) => ({ first: week + index * DAYS_OF_A_WEEK, end: week + (index + 1) * DAYS_OF_A_WEEK }),
      indexOf: (day) => Math.floor((day - week) / DAYS_OF_A_WEEK),
    };
  },
  MONTHLY: (first) => ({
    at: (index) => months(monthIndex(first) + index, 1),
    indexOf: (day) => monthIndex(day) - monthIndex(first),
  }),
  YEARLY: (first) => ({
    at: (index) => months((civil(first).year + index) * MONTHS_OF_A_YEAR, MONTHS_OF_A_YEAR),
    indexOf: (day) => civil(day).year - civil(first).year,
  }),
};

interface CivilDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly dayOfMonth: number;
  readonly monthLength: number;
}

function civil(day: number): CivilDay {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const monthLength = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { year, month: month + 1, dayOfMonth: date.getUTCDate(), monthLength };
}

function monthIndex(day: number): number {
  const { year, month } = civil(day);
  return year * MONTHS_OF_A_YEAR + month - 1;
}

/** So many months, from the one with this number on, counted from the year 0. */
function months(number: number, count: number): Period {
  return { first: firstDay(number), end: firstDay(number + count) };
}

function firstDay(number: number): number {
  return Date.UTC(Math.floor(number / MONTHS_OF_A_YEAR), number % MONTHS_OF_A_YEAR) / DAY_MS;
}

const monthOf = (day: number) => months(monthIndex(day), 1);

const yearOf = (day: number) => months(civil(day).year * MONTHS_OF_A_YEAR, MONTHS_OF_A_YEAR);
