const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant as New York sees it: YYYY-MM-DD and HHMM. */
export interface NewYorkTime {
  readonly date: string;
  readonly time: string;
}

/** @param at milliseconds since 1970 */
export function newYorkTime(at: number): NewYorkTime {
  const found = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}${part('minute')}`,
  };
}

/** YYMMDD of a date, as NACHA and BAI2 files write it. */
export const shortDate = (date: string): string => date.replaceAll('-', '').slice(2);

/** The date of a YYMMDD text, or undefined if there is no such day. */
export function longDate(text: string): string | undefined {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date;
}
