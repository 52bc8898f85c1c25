import type { WallTime } from './new-york-time.js';

export type AchRail = 'ach' | 'same_day_ach';

/** One window of every banking day, in New York time. */
export interface AchWindowRule {
  readonly rail: AchRail;
  /** When the bank or the ACH operator stops taking files for it. */
  readonly cutoff: WallTime;
  /** The effective date, counted from the day of the cut-off. */
  readonly effective_in_banking_days: 0 | 1 | 2;
  /** When the banks settle it, on the effective date. */
  readonly settles: WallTime;
}
