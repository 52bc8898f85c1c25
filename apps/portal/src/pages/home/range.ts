import type { Search } from '../../app/search.js';
import { localDay } from '../../format/time.js';
import { dayBoundary } from '../../ui/filters.js';
import { RANGES } from './home-filters.table.js';

type RangeName = (typeof RANGES)[number];

export interface Range {
  readonly name: RangeName;
  readonly start: string;
  /** None: until now. */
  readonly end?: string;
  readonly step: 'hour' | 'day';
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;
const DAYS = { '7d': 7, '30d': 30 } as const;
/** A longer time is shown by days. */
const MOST_HOURS = 48;

/** Midnight of this machine so many days ago; not 24 hours each, where clocks change. */
function daysAgo(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return dayBoundary(localDay(day), false);
}

/** The time of an address, in whole hours or days: it changes when a new one begins, not with every look at the clock. */
export function rangeOf(search: Search, now: Date): Range {
  const { range, start_time, end_time } = search;
  const name = RANGES.find((each) => each === range) ?? '24h';
  if (name === '24h') {
    const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    return { name, start: new Date(hour - (HOURS - 1) * HOUR_MS).toISOString(), step: 'hour' };
  }
  if (name !== 'custom') return { name, start: daysAgo(now, DAYS[name] - 1), step: 'day' };
  const start = typeof start_time === 'string' ? dayBoundary(start_time, false) : daysAgo(now, DAYS['7d'] - 1);
  const end = typeof end_time === 'string' ? dayBoundary(end_time, true) : undefined;
  const lengthMs = (end === undefined ? now.getTime() : Date.parse(end)) - Date.parse(start);
  return { name, start, ...(end !== undefined && { end }), step: lengthMs <= MOST_HOURS * HOUR_MS ? 'hour' : 'day' };
}

interface Steps<Each> {
  readonly range: Range;
  /** Those in which something happened. */
  readonly series: readonly Each[];
  readonly now: Date;
  /** What a step has in which nothing happened. */
  readonly empty: Omit<Each, 'at'>;
}

/** Every step of a time, also those that the API leaves out. */
export function allSteps<Each extends { readonly at: string }>(steps: Steps<Each>): Each[] {
  const { range, series, now, empty } = steps;
  const length = range.step === 'hour' ? HOUR_MS : DAY_MS;
  const start = Date.parse(range.start);
  const end = Math.min(range.end === undefined ? Infinity : Date.parse(range.end), now.getTime());
  const known = new Map(series.map((each) => [Date.parse(each.at), each]));
  const count = Math.max(1, Math.ceil((end - start) / length));
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * length;
    return known.get(at) ?? ({ ...empty, at: new Date(at).toISOString() } as Each);
  });
}

interface Outcome {
  readonly completed: number;
  readonly failed: number;
}

/** The share of what has come to an end that did so well; undefined as long as nothing has. */
export const successOf = ({ completed, failed }: Outcome): number | undefined =>
  completed + failed === 0 ? undefined : completed / (completed + failed);

interface SpeedSteps {
  readonly speeds: readonly { readonly speed: string; readonly p50_s?: number; readonly p95_s?: number }[];
}

/** The seconds to completion by step, of each speed that had any. */
export function secondsBySpeed(
  steps: readonly SpeedSteps[],
  share: 'p50_s' | 'p95_s',
): ReadonlyMap<string, (number | null)[]> {
  const speeds = new Set(
    steps.flatMap((step) => step.speeds.filter((each) => each[share] !== undefined)).map(({ speed }) => speed),
  );
  const secondsOf = (step: SpeedSteps, speed: string) =>
    step.speeds.find((each) => each.speed === speed)?.[share] ?? null;
  return new Map([...speeds].sort().map((speed) => [speed, steps.map((step) => secondsOf(step, speed))]));
}

/** How much more it is than before, as a share of that; undefined where there was nothing before. */
export const growthOf = (now: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : now / before - 1;

/** Cents that were moved, whichever way. */
export const volumeOf = (sums: { readonly amount_out: number; readonly amount_in: number }): number =>
  sums.amount_out + sums.amount_in;
