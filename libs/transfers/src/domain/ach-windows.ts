import {
  addBankingDays,
  bankingDayFrom,
  MINUTE_MS,
  newYorkDate,
  newYorkInstant,
  nextBankingDay,
} from '@payments/kernel';
import type { AchRail, AchWindowRule, BankingDate, WallTime } from '@payments/kernel';

/** The windows of a bank. */
export interface AchSchedule {
  /** Those of a rail in the order of their cut-offs. */
  readonly windows: readonly AchWindowRule[];
  /** How long before a cut-off legs can no longer join its window. */
  readonly leadMinutes: number;
}

/** One window that a leg can still join. */
export interface AchWindow {
  readonly rail: AchRail;
  /** The last instant at which a leg may join: the cut-off minus the lead. */
  readonly closesAt: Date;
  readonly cutoffAt: Date;
  readonly effectiveDate: BankingDate;
  readonly settlesAt: Date;
}

const sameDay = { rail: 'same_day_ach', effective_in_banking_days: 0 } as const;

/**
 * The FedACH processing schedule. The next-day cut-off is the last one of the processing day before, which ends in the
 * night of the effective date.
 */
export const FEDACH_WINDOWS: readonly AchWindowRule[] = [
  { rail: 'ach', cutoff: '02:15', effective_in_banking_days: 0, settles: '08:30' },
  { ...sameDay, cutoff: '10:30', settles: '13:00' },
  { ...sameDay, cutoff: '14:45', settles: '17:00' },
  { ...sameDay, cutoff: '16:45', settles: '18:00' },
];

/** The hour at which the hold of a debit ends. */
const HOLD_ENDS: WallTime = '09:30';

export function hasWindow(rail: AchRail, { windows }: AchSchedule): boolean {
  return windows.some((window) => window.rail === rail);
}

/**
 * The first window of the rail that has not closed; at the very instant of closing it is still open.
 * @throws RangeError when the schedule has none
 */
export function nextWindow(rail: AchRail, at: Date, schedule: AchSchedule): AchWindow {
  const windows = schedule.windows.filter((window) => window.rail === rail);
  if (windows.length === 0) throw new RangeError(`the schedule has no window of ${rail}`);
  for (let date = bankingDayFrom(newYorkDate(at)); ; date = nextBankingDay(date)) {
    for (const { cutoff, effective_in_banking_days, settles } of windows) {
      const cutoffAt = newYorkInstant(date, cutoff);
      const closesAt = new Date(cutoffAt.getTime() - schedule.leadMinutes * MINUTE_MS);
      if (closesAt < at) continue;
      const effectiveDate = addBankingDays(date, effective_in_banking_days);
      return { rail, closesAt, cutoffAt, effectiveDate, settlesAt: newYorkInstant(effectiveDate, settles) };
    }
  }
}

/** Whether an entry can still settle on the New York day of `at`: a banking day, before its last same-day window. */
export function sameDayWindowLeft(at: Date, schedule: AchSchedule): boolean {
  return nextWindow('same_day_ach', at, schedule).effectiveDate === newYorkDate(at);
}

/** When the hold of an ACH debit ends: a number of banking days after its effective date, at 09:30. */
export function holdUntil(effectiveDate: BankingDate, holdDays = 2): Date {
  return newYorkInstant(addBankingDays(effectiveDate, holdDays), HOLD_ENDS);
}
