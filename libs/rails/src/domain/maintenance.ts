import { newYorkDate, newYorkTime } from '@payments/kernel';
import type { InstantRail } from './entry-state.js';

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Hours of New York in which a network or the bank takes no instant payments. */
export interface Maintenance {
  readonly rail: InstantRail;
  /** daily, a day of the week, or one day as 'YYYY-MM-DD'. */
  readonly day: string;
  /** 'hh:mm'; `to` is no longer part of it, and may be 24:00. */
  readonly from: string;
  readonly to: string;
}

export function isInMaintenance(windows: readonly Maintenance[], rail: string, at: Date): boolean {
  const [date, time] = [newYorkDate(at), newYorkTime(at)];
  const days = ['daily', date, WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()]!];
  return windows.some(
    (window) => window.rail === rail && days.includes(window.day) && window.from <= time && time < window.to,
  );
}
