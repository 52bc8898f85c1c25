import {
  addBankingDays,
  bankingDayFrom,
  MINUTE_MS,
  newYorkDate,
  newYorkInstant,
  nextBankingDay,
} from '@payments/kernel';
import type { BankingDate, WallTime } from '@payments/kernel';

export type AchRail = 'ach' | 'same_day_ach';

/** One delivery to the ACH operator that a leg can still make. */
export interface AchWindow {
  readonly rail: AchRail;
  /** The last instant at which a leg may join: the deadline minus the platform's lead. */
  readonly cutoffAt: Date;
  readonly deadlineAt: Date;
  readonly effectiveDate: BankingDate;
  readonly settlesAt: Date;
}

/**
 * The FedACH processing schedule, in New York time: deadline and settlement, both on the effective date. The next-day
 * deadline is the last one of the processing day before, which ends at night.
 */
const SCHEDULE: Readonly<Record<AchRail, readonly { deadline: WallTime; settlement: WallTime }[]>> = {
  ach: [{ deadline: '02:15', settlement: '08:30' }],
  same_day_ach: [
    { deadline: '10:30', settlement: '13:00' },
    { deadline: '14:45', settlement: '17:00' },
    { deadline: '16:45', settlement: '18:00' },
  ],
};

/** The hour at which the hold of a debit ends. */
const HOLD_ENDS: WallTime = '09:30';

/** The first window of the rail whose cut-off is not yet past; at the very instant of the cut-off it is still open. */
export function nextWindow(rail: AchRail, at: Date, leadMinutes: number): AchWindow {
  for (let date = bankingDayFrom(newYorkDate(at)); ; date = nextBankingDay(date)) {
    for (const { deadline, settlement } of SCHEDULE[rail]) {
      const deadlineAt = newYorkInstant(date, deadline);
      const cutoffAt = new Date(deadlineAt.getTime() - leadMinutes * MINUTE_MS);
      if (cutoffAt < at) continue;
      return { rail, cutoffAt, deadlineAt, effectiveDate: date, settlesAt: newYorkInstant(date, settlement) };
    }
  }
}

/** Whether an entry can still settle on the New York day of `at`: a banking day, before its last same-day window. */
export function sameDayWindowLeft(at: Date, leadMinutes: number): boolean {
  return nextWindow('same_day_ach', at, leadMinutes).effectiveDate === newYorkDate(at);
}

/** When the hold of an ACH debit ends: a number of banking days after its effective date, at 09:30. */
export function holdUntil(effectiveDate: BankingDate, holdDays = 2): Date {
  return newYorkInstant(addBankingDays(effectiveDate, holdDays), HOLD_ENDS);
}
