import type { BankingDate } from '@payments/kernel';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, 0 is Sunday; with `nth` the nth such day of the month or year, from the end if negative. */
export interface Weekday {
  readonly weekday: number;
  readonly nth: number | null;
}

/** A recurrence rule of RFC 5545 on civil dates. An empty list restricts nothing. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly weekdays: readonly Weekday[];
  /** 1 to 31, or from the end -1 to -31. */
  readonly monthDays: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** Which days of each period count, of those that match: 1 is the first, -1 the last. */
  readonly positions: readonly number[];
  /** The weekday on which weeks begin. */
  readonly weekStart: number;
  readonly count: number | null;
  /** The last day on which the rule may match. */
  readonly until: BankingDate | null;
}

/** The two letters of a weekday in a rule, from Sunday. */
export const WEEKDAY_CODES: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The rule as text, in the order of RFC 5545. */
export function ruleText(rule: RecurrenceRule): string {
  const { frequency, interval, weekdays, monthDays, months, positions, weekStart, count, until } = rule;
  const parts = [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    months.length > 0 && `BYMONTH=${months.join(',')}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays.join(',')}`,
    weekdays.length > 0 && `BYDAY=${weekdays.map(weekdayText).join(',')}`,
    positions.length > 0 && `BYSETPOS=${positions.join(',')}`,
    weekStart !== MONDAY && `WKST=${WEEKDAY_CODES[weekStart]}`,
    count !== null && `COUNT=${count}`,
    until !== null && `UNTIL=${until.replaceAll('-', '')}`,
  ];
  return `RRULE:${parts.filter((part) => part !== false).join(';')}`;
}

export const MONDAY = 1;

function weekdayText({ weekday, nth }: Weekday): string {
  return `${nth ?? ''}${WEEKDAY_CODES[weekday]}`;
}
