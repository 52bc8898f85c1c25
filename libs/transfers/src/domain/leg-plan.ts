import type { BankingDate } from '@payments/kernel';
import { nextWindow } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';
import { timetable } from './leg.js';
import type { LegState, Side } from './leg.js';
import { isInstant } from './rails.js';
import type { Candidate } from './rails.js';
import type { Rail } from './reason-codes.js';

/** When a leg on a rail would go out and settle. Banking instants; instant rails have no cut-off. */
interface PlannedTimes {
  readonly window_at: Date;
  readonly cutoff_at: Date | null;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  readonly hold_until: Date | null;
}

/** A leg as it would be, with the times of the rails that could carry it. */
export interface PlannedLeg extends PlannedTimes {
  readonly side: Side;
  readonly rail: Rail;
  readonly candidates: readonly (Candidate & Partial<Pick<PlannedTimes, 'cutoff_at' | 'settles_at'>>)[];
}

export interface TransferPlan {
  readonly legs: readonly PlannedLeg[];
  /** When the money is there: at the latest if the chosen instant rails turn out to be unavailable. */
  readonly arrival: { readonly earliest: Date; readonly latest: Date };
}

/** What becomes of the legs of an accepted transfer, if all goes well. A credit that waits begins when the hold ends. */
export function planOf(legs: readonly LegState[], at: Date, schedule: AchSchedule): TransferPlan {
  const planned: PlannedLeg[] = [];
  let from = at;
  for (const leg of legs) {
    const plan = planLeg(leg, from, schedule);
    planned.push(plan);
    from = doneAt(plan);
  }
  const latest = Math.max(...arrivals(planned, at, schedule).map((arrival) => arrival.getTime()));
  return { legs: planned, arrival: { earliest: from, latest: new Date(latest) } };
}

function planLeg({ side, rail, attempts }: LegState, from: Date, schedule: AchSchedule): PlannedLeg {
  const candidates = attempts.at(-1)!.candidates.map((candidate) => {
    if (candidate.why !== 'chosen' && candidate.why !== 'not_needed') return candidate;
    const { cutoff_at, settles_at } = timesOn({ side, rail: candidate.rail }, from, schedule);
    return { ...candidate, cutoff_at, settles_at };
  });
  return { side, rail, candidates, ...timesOn({ side, rail }, from, schedule) };
}

function timesOn(leg: Pick<LegState, 'side' | 'rail'>, from: Date, schedule: AchSchedule): PlannedTimes {
  const { window_at, effective_date, settles_at, hold_until } = timetable(leg, from, schedule);
  const cutoff_at = isInstant(leg.rail) ? null : nextWindow(leg.rail, from, schedule).cutoffAt;
  return { window_at: window_at!, cutoff_at, effective_date: effective_date!, settles_at: settles_at!, hold_until };
}

function doneAt({ hold_until, settles_at }: PlannedTimes): Date {
  return hold_until ?? settles_at;
}

/** The instants at which the money may be there, for each choice of rails that may come to be. */
function arrivals([leg, ...others]: readonly PlannedLeg[], from: Date, schedule: AchSchedule): readonly Date[] {
  if (leg === undefined) return [from];
  return railsInQuestion(leg).flatMap((rail) =>
    arrivals(others, doneAt(timesOn({ side: leg.side, rail }, from, schedule)), schedule),
  );
}

// Only an instant rail turns out to be unavailable.
function railsInQuestion({ rail, candidates }: PlannedLeg): readonly Rail[] {
  if (!isInstant(rail)) return [rail];
  return candidates.filter(({ settles_at }) => settles_at !== undefined).map((candidate) => candidate.rail);
}
