const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ZONE = { timeZone: 'America/New_York' } as const;
const hours = new Intl.DateTimeFormat('en-US', { ...ZONE, hour: '2-digit', hourCycle: 'h23' });
const days = new Intl.DateTimeFormat('en-CA', { ...ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day of New York at a time, as `2026-11-22`. */
export const newYorkDay = (at: Date | number): string => days.format(at);

/** The day before, or after. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, day.length);

/** When a day of New York begins: four hours after it does in UTC, or five in winter. */
function beginOf(day: string): number {
  const early = Date.parse(day) + 4 * HOUR_MS;
  return hours.format(early) === '00' ? early : early + HOUR_MS;
}

/** From the beginning of a day of New York to the end of another, or to now, which reports cannot pass. */
export function periodOf(first: string, last: string, now: Date): { start_time: string; end_time: string } {
  const end = Math.min(beginOf(dayAfter(last)), now.getTime());
  return { start_time: new Date(beginOf(first)).toISOString(), end_time: new Date(end).toISOString() };
}

/** The first and the last day of a period. */
export const daysOf = (start: string, end: string): readonly [first: string, last: string] => [
  newYorkDay(new Date(start)),
  newYorkDay(Date.parse(end) - 1),
];
