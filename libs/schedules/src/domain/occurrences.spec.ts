import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { occurrencesOf } from './occurrences.js';
import { parseRecurrence } from './parse-recurrence.js';
import { ruleText } from './recurrence-rule.js';
import type { RecurrenceRule } from './recurrence-rule.js';

const DAY = 86_400_000;

/**
 * An independent oracle: looks at every day of the calendar in turn, decides by RFC 5545 whether it belongs to the rule,
 * and counts ordinals by walking. Slow and plain.
 */
function naiveDates(rule: RecurrenceRule, start: string, to: string): string[] {
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  const plus = (date: Date, days: number) => new Date(date.getTime() + days * DAY);
  const first = day(start);
  const isSameMonth = (one: Date, other: Date) => one.toISOString().slice(0, 7) === other.toISOString().slice(0, 7);
  const isSameYear = (one: Date, other: Date) => one.getUTCFullYear() === other.getUTCFullYear();
  const weekOf = (date: Date) => {
    let begin = date;
    while (begin.getUTCDay() !== rule.weekStart) begin = plus(begin, -1);
    return begin;
  };
  const inSamePeriod = (one: Date, other: Date) =>
    rule.frequency === 'DAILY'
      ? one.getTime() === other.getTime()
      : rule.frequency === 'WEEKLY'
        ? weekOf(one).getTime() === weekOf(other).getTime()
        : rule.frequency === 'MONTHLY'
          ? isSameMonth(one, other)
          : isSameYear(one, other);
  const periodsSinceStart = (date: Date) => {
    const years = date.getUTCFullYear() - first.getUTCFullYear();
    if (rule.frequency === 'YEARLY') return years;
    if (rule.frequency === 'MONTHLY') return years * 12 + date.getUTCMonth() - first.getUTCMonth();
    const days = rule.frequency === 'WEEKLY' ? 7 : 1;
    const [from, till] = rule.frequency === 'WEEKLY' ? [weekOf(first), weekOf(date)] : [first, date];
    return (till.getTime() - from.getTime()) / DAY / days;
  };
  const isLastOfMonth = (date: Date, back: number) =>
    isSameMonth(plus(date, back - 1), date) && !isSameMonth(plus(date, back), date);
  const isNth = (date: Date, nth: number) => {
    const isScope = rule.frequency === 'YEARLY' && rule.months.length === 0 ? isSameYear : isSameMonth;
    let count = 0;
    for (let other = date; isScope(other, date); other = plus(other, nth > 0 ? -7 : 7)) count += 1;
    return count === Math.abs(nth);
  };
  const matches = (date: Date) => {
    const namesDays = rule.weekdays.length > 0 || rule.monthDays.length > 0;
    if (rule.months.length > 0 && !rule.months.includes(date.getUTCMonth() + 1)) return false;
    if (
      rule.monthDays.length > 0 &&
      !rule.monthDays.some((n) => (n > 0 ? date.getUTCDate() === n : isLastOfMonth(date, -n)))
    )
      return false;
    if (
      rule.weekdays.length > 0 &&
      !rule.weekdays.some(({ weekday, nth }) => date.getUTCDay() === weekday && (nth === null || isNth(date, nth)))
    )
      return false;
    if (namesDays || rule.frequency === 'DAILY') return true;
    if (rule.frequency === 'WEEKLY') return date.getUTCDay() === first.getUTCDay();
    if (date.getUTCDate() !== first.getUTCDate()) return false;
    return rule.frequency === 'MONTHLY' || rule.months.length > 0 || date.getUTCMonth() === first.getUTCMonth();
  };
  const isInSet = (date: Date) => {
    if (!matches(date)) return false;
    if (rule.positions.length === 0) return true;
    let [before, after] = [1, 1];
    for (let other = plus(date, -1); inSamePeriod(other, date); other = plus(other, -1))
      before += Number(matches(other));
    for (let other = plus(date, 1); inSamePeriod(other, date); other = plus(other, 1)) after += Number(matches(other));
    return rule.positions.includes(before) || rule.positions.includes(-after);
  };
  const found: string[] = [];
  for (let date = first; date <= day(to); date = plus(date, 1)) {
    if (rule.until !== null && date > day(rule.until)) break;
    if (rule.count !== null && found.length === rule.count) break;
    if (periodsSinceStart(date) % rule.interval === 0 && isInSet(date)) found.push(date.toISOString().slice(0, 10));
  }
  return found;
}

/** The dates by a library. */
function libraryDates(rule: RecurrenceRule, start: string, to: string): string[] {
  const instant = (date: string) => `${date.replaceAll('-', '')}T000000Z`;
  const text = ruleText(rule).replace(/UNTIL=\d+/, (until) => `${until}T000000Z`);
  const rruleString = `DTSTART:${instant(start)}\n${text}`;
  const dates = new RRuleTemporal({ rruleString, maxIterations: 100_000 });
  const found = dates.between(new Date(`${start}T00:00:00Z`), new Date(`${to}T00:00:00Z`), true);
  return found.map((date) => date.toPlainDate().toString());
}

/**
 * Where the library departs from RFC 5545: of weekdays with and without ordinals, of ordinals in a year together with days of
 * a month, and of a 53rd weekday that a year does not have.
 */
function isBeyondLibrary({ frequency, weekdays, monthDays }: RecurrenceRule): boolean {
  const ordinals = weekdays.flatMap(({ nth }) => nth ?? []);
  if (ordinals.length === 0) return false;
  if (ordinals.length < weekdays.length) return true;
  return frequency === 'YEARLY' && (monthDays.length > 0 || ordinals.some((nth) => Math.abs(nth) === 53));
}

const all = (text: string, start: string, { from = start, to = '2040-01-01' } = {}): string[] => [
  ...occurrencesOf(parseRecurrence(text)!, start, { from, to }),
];

const someOf = <Item>(item: fc.Arbitrary<Item>, most: number) =>
  fc.oneof(fc.constant([] as Item[]), fc.uniqueArray(item, { minLength: 1, maxLength: most }));
const fromEitherEnd = (most: number) => fc.integer({ min: -most, max: most }).filter((number) => number !== 0);

const dates = fc.date({ min: new Date('2019-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
const aDay = dates.map((date) => date.toISOString().slice(0, 10));
const rules = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 366 })),
    weekdays: someOf(
      fc.record({
        weekday: fc.integer({ min: 0, max: 6 }),
        nth: fc.oneof(fc.constant(null), fromEitherEnd(5), fromEitherEnd(53)),
      }),
      4,
    ),
    monthDays: someOf(fromEitherEnd(31), 4),
    months: someOf(fc.integer({ min: 1, max: 12 }), 4),
    positions: someOf(fromEitherEnd(6), 2),
    weekStart: fc.integer({ min: 0, max: 6 }),
    end: fc.oneof(
      fc.constant({ count: null, until: null }),
      fc.record({ count: fc.integer({ min: 1, max: 40 }), until: fc.constant(null) }),
      fc.record({ count: fc.constant(null), until: aDay }),
    ),
  })
  .map(({ end, ...rule }) => ({ ...rule, ...end }))
  .filter((rule) => parseRecurrence(ruleText(rule)) !== undefined);

describe('occurrencesOf', () => {
  it('finds the same dates as a look at every day, from any day on', () => {
    fc.assert(
      fc.property(rules, aDay, fc.integer({ min: 0, max: 800 }), (rule, start, ahead) => {
        const from = new Date(Date.parse(start) + ahead * DAY).toISOString().slice(0, 10);
        const to = new Date(Date.parse(start) + 1_200 * DAY).toISOString().slice(0, 10);
        const expected = naiveDates(rule, start, to);
        expect([...occurrencesOf(rule, start, { to })]).toEqual(expected);
        expect([...occurrencesOf(rule, start, { from, to })]).toEqual(expected.filter((date) => date >= from));
      }),
      { numRuns: countOf(600) },
    );
  });

  it('finds the same dates as a library', () => {
    const shared = rules.filter((rule) => !isBeyondLibrary(rule));
    fc.assert(
      fc.property(shared, aDay, (rule, start) => {
        const to = new Date(Date.parse(start) + 1_200 * DAY).toISOString().slice(0, 10);
        expect([...occurrencesOf(rule, start, { to })]).toEqual(libraryDates(rule, start, to));
      }),
      { numRuns: countOf(600) },
    );
  });

  it.each([
    ['skips months without the day', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['takes the last day of every month', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['2027-01-31', '2027-02-28']],
    ['takes the start only if it matches', 'FREQ=WEEKLY;BYDAY=MO;COUNT=1', ['2027-02-01']],
    ['finds leap days', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2', ['2028-02-29', '2032-02-29']],
    ['finds the third Friday', 'FREQ=MONTHLY;BYDAY=3FR;COUNT=2', ['2027-02-19', '2027-03-19']],
    ['finds the last weekday', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=1', ['2027-02-26']],
    ['ends on the last day', 'FREQ=DAILY;UNTIL=20270201', ['2027-01-31', '2027-02-01']],
  ])('%s', (_, text, expected) => {
    expect(all(text, '2027-01-31')).toEqual(expected);
  });

  it('ends when a rule matches no day', () => {
    expect(all('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2027-01-01')).toEqual([]);
  });

  it('counts from the start, wherever it begins to look', () => {
    expect(all('FREQ=DAILY;COUNT=3', '2027-01-01', { from: '2027-01-03' })).toEqual(['2027-01-03']);
  });
});
