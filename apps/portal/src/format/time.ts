const ZONES = { eastern: 'America/New_York', utc: 'UTC', local: undefined } as const;
export type Zone = keyof typeof ZONES;

/** The name that time zones have in browsers; none for that of the browser. */
export const nameOfZone = (zone: Zone): string | undefined => ZONES[zone];

/** The names shown behind a time; `local` shows that of the browser. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: Zone, style: 'time' | 'day' | 'full'): Intl.DateTimeFormat {
  const key = `${zone} ${style}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: ZONES[zone] });
  formatters.set(key, made);
  return made;
}

const STYLES = {
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  full: {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** `Sun, Nov 22, 2026, 10:02:11 EST`: for tooltips and copies. */
export const formatFull = (iso: string, zone: Zone) => formatter(zone, 'full').format(new Date(iso));

/** `10:02:11` */
const formatClock = (iso: string, zone: Zone) => formatter(zone, 'time').format(new Date(iso));

/** `Nov 22, 2026` of an instant. */
const formatDay = (iso: string, zone: Zone) => formatter(zone, 'day').format(new Date(iso));

/** `10:02:11` of today, else `Nov 22, 10:02` or, in another year, `Nov 22, 2025`. */
export function formatShort(iso: string, zone: Zone, now: Date): string {
  const day = formatDay(iso, zone);
  const today = formatDay(now.toISOString(), zone);
  if (day === today) return formatClock(iso, zone);
  const [date, year] = day.split(', ');
  return today.endsWith(`, ${year}`) ? `${date}, ${formatClock(iso, zone).slice(0, 5)}` : day;
}

/** `Nov 25, 2026` of a banking date, which no time zone shifts. */
export const formatBankingDate = (date: string) => formatter('utc', 'day').format(new Date(`${date}T00:00:00Z`));

/** The day of an instant on this machine, as filters by day take it: `2026-11-22`. */
export function localDay(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return [now.getFullYear(), ...parts].join('-');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'long' });
// A day here is 24 hours, not a date: 45 hours from now may be the day after tomorrow.
const inDays = new Intl.RelativeTimeFormat('en-US', { numeric: 'always', style: 'long' });

/** `3 minutes ago`, `in 1 day`. */
export function formatRelative(iso: string, now: Date): string {
  const seconds = Math.round((Date.parse(iso) - now.getTime()) / 1_000);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  if (unit === 'day') return inDays.format(Math.round(seconds / length), unit);
  return relative.format(Math.trunc(seconds / length), unit);
}

/** `84 ms`, `1.2 s`, `3 min 20 s`, `4 h 10 min`, `2 d 3 h` */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const [large, small] = whole < 3_600 ? [60, 1] : whole < 86_400 ? [3_600, 60] : [86_400, 3_600];
  const names = { 1: 's', 60: 'min', 3600: 'h', 86400: 'd' } as const;
  const rest = Math.floor((whole % large) / small);
  const first = `${Math.floor(whole / large)} ${names[large as keyof typeof names]}`;
  return rest === 0 ? first : `${first} ${rest} ${names[small as keyof typeof names]}`;
}
