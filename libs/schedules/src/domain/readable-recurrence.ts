import { dayNumber, weekday } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import type { Frequency, RecurrenceRule, Weekday } from './recurrence-rule.js';

const ADVERBS: Readonly<Record<Frequency, string>> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  YEARLY: 'Yearly',
};
const UNITS: Readonly<Record<Frequency, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];
const ORDINALS: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' };

/** A rule in words, such as "Weekly on Monday and Friday, until December 31, 2027". */
export function readableRecurrence(rule: RecurrenceRule, start: BankingDate): string {
  const { frequency, interval } = rule;
  const often = interval === 1 ? ADVERBS[frequency] : `Every ${interval} ${UNITS[frequency]}s`;
  return [often, ...days(rule, start), position(rule), end(rule)].join('');
}

function days(rule: RecurrenceRule, start: BankingDate): string[] {
  const [, month, day] = start.split('-').map(Number);
  const { frequency, weekdays, monthDays, months } = rule;
  const namesDays = weekdays.length + monthDays.length > 0;
  const onDays = [
    ...(monthDays.length > 0 ? [` on the ${joined(ordered(monthDays).map(monthDay))}`] : []),
    ...(weekdays.length > 0 ? [`${monthDays.length > 0 ? ', if it is a ' : ' on '}${weekdayNames(weekdays)}`] : []),
  ];
  const inMonths = months.length === 0 ? '' : ` in ${joined(ordered(months).map((each) => MONTHS[each - 1]!))}`;
  if (namesDays || frequency === 'DAILY') return [...onDays, inMonths];
  if (frequency === 'WEEKLY') return [` on ${WEEKDAYS[weekday(dayNumber(start))]}`, inMonths];
  if (frequency === 'YEARLY' && months.length === 0) return [` on ${MONTHS[month! - 1]} ${day}`];
  return [` on the ${monthDay(day!)}`, inMonths];
}

function weekdayNames(weekdays: readonly Weekday[]): string {
  const separator = weekdays.some(({ nth }) => nth !== null) ? 'the ' : '';
  const names = weekdays.map(({ weekday: day, nth }) =>
    nth === null ? `${separator && 'every '}${WEEKDAYS[day]}` : `${separator}${ordinal(nth)} ${WEEKDAYS[day]}`,
  );
  return joined(names);
}

function position({ frequency, positions }: RecurrenceRule): string {
  if (positions.length === 0) return '';
  return `, only the ${joined(positions.map(ordinal))} of these in the ${UNITS[frequency]}`;
}

function end({ count, until }: RecurrenceRule): string {
  if (count !== null) return count === 1 ? ', once' : `, ${count} times`;
  if (until === null) return '';
  const [year, month, day] = until.split('-').map(Number);
  return `, until ${MONTHS[month! - 1]} ${day}, ${year}`;
}

function ordinal(nth: number): string {
  if (nth === -1) return 'last';
  const name = ORDINALS[Math.abs(nth)] ?? numbered(Math.abs(nth));
  return nth > 0 ? name : `${name} to last`;
}

function monthDay(day: number): string {
  if (day === -1) return 'last day';
  return day > 0 ? numbered(day) : `${numbered(-day)} to last day`;
}

function numbered(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const suffix = { 1: 'st', 2: 'nd', 3: 'rd' }[isTeen ? 0 : number % 10] ?? 'th';
  return `${number}${suffix}`;
}

// From the beginning of the month to its end.
function ordered(numbers: readonly number[]): number[] {
  const rank = (number: number) => (number > 0 ? number : 1_000 + number);
  return numbers.toSorted((one, other) => rank(one) - rank(other));
}

function joined(words: readonly string[]): string {
  const last = words.at(-1)!;
  if (words.length === 1) return last;
  return words.length === 2 ? `${words[0]} and ${last}` : `${words.slice(0, -1).join(', ')}, and ${last}`;
}
