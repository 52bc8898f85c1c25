import { MINUTE_MS, newYorkDate } from '@payments/kernel';
import { hasWindow, holdUntil, isInstantRail, timetable } from '@payments/transfers';
import type { OfferedRails } from '@payments/transfers';
import type { Rail } from '../domain/probe.js';
import type { ProbeTimes, Timetable } from '../domain/verify-steps.js';

/** Banks return entries within two banking days. One more, and silence means that the account took the cent. */
const SILENCE_DAYS = 3;

/** The times of probes with the windows that the bank of the enterprise offers. */
export function probeTimetable({ schedule }: OfferedRails): Timetable {
  return (rail, at): ProbeTimes => {
    if (isInstantRail(rail)) {
      return { window_at: at, effective_date: newYorkDate(at), settles_at: at, hold_until: null };
    }
    // A rail without windows: the processor rejects what goes over it.
    if (!hasWindow(rail, schedule)) return withHold({ window_at: at, effective_date: newYorkDate(at), settles_at: at });
    const { window_at, effective_date, settles_at } = timetable({ rail, side: 'destination' }, at, schedule);
    return withHold({ window_at: window_at!, effective_date: effective_date!, settles_at: settles_at! });
  };
}

/** The end of the silence that follows an effective date. */
export function silentUntil(effectiveDate: ProbeTimes['effective_date']): Date {
  return holdUntil(effectiveDate, SILENCE_DAYS);
}

/** How long after its window a probe may still join it. */
export function graceOf({ schedule }: OfferedRails): (rail: Rail) => number {
  return (rail) => (isInstantRail(rail) || hasWindow(rail, schedule) ? schedule.leadMinutes * MINUTE_MS : Infinity);
}

/** The ACH rail that carries probes: same-day where the bank offers it. */
export function achRailOf({ carried, schedule }: OfferedRails): 'same_day_ach' | 'ach' | undefined {
  return (['same_day_ach', 'ach'] as const).find((rail) => carried.has(rail) && hasWindow(rail, schedule));
}

function withHold(times: Omit<ProbeTimes, 'hold_until'>): ProbeTimes {
  return { ...times, hold_until: silentUntil(times.effective_date) };
}
