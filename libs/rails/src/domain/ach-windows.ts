import {
  type AchRail,
  type AchWindowRule,
  addBankingDays,
  type BankingDate,
  bankingDayFrom,
  MINUTE_MS,
  newYorkDate,
  newYorkInstant,
  nextBankingDay,
  type WallTime,
} from '@payments/kernel';

/** The deadlines of FedACH, on the effective date, by rail and settlement. */
const FED_DEADLINES: Readonly<Record<AchRail, Readonly<Record<string, WallTime>>>> = {
  ach: { '08:30': '02:15' },
  same_day_ach: { '13:00': '10:30', '17:00': '14:45', '18:00': '16:45' },
};

/** What a bank needs between its own cut-off and the deadline of FedACH. */
export const LEAST_MINUTES_BEFORE_DEADLINE = 15;

/** The settlement times that FedACH has for a rail. */
export const settlementsOf = (rail: AchRail): readonly string[] => Object.keys(FED_DEADLINES[rail]);

/** Whether a file at the cut-off can reach FedACH in time for the settlement. */
export function isBeforeFedDeadline({ rail, cutoff, effective_in_banking_days, settles }: AchWindowRule): boolean {
  // Before the effective date, every deadline of that date is still to come.
  if (effective_in_banking_days > 0) return true;
  const deadline = FED_DEADLINES[rail][settles];
  return deadline !== undefined && minuteOf(cutoff) + LEAST_MINUTES_BEFORE_DEADLINE <= minuteOf(deadline);
}

/** The minute of the day of a wall time. */
export function minuteOf(wall: WallTime): number {
  const [hours = NaN, minutes = NaN] = wall.split(':').map(Number);
  return hours * 60 + minutes;
}

/** One file that a connection can still send. */
export interface Cut {
  readonly rail: AchRail;
  /** No leg joins later. */
  readonly windowAt: Date;
  readonly uploadBy: Date;
  readonly cutoffAt: Date;
  readonly effectiveDate: BankingDate;
  readonly settlesAt: Date;
}

interface Schedule {
  readonly windows: readonly AchWindowRule[];
  readonly timing: { readonly lead_minutes: number; readonly upload_margin_minutes: number };
}

/** The cuts whose window is still open at `from`, over that many banking days, in the order of their windows. */
export function nextCuts({ windows, timing }: Schedule, from: Date, bankingDays: number): Cut[] {
  const cuts: Cut[] = [];
  let date = bankingDayFrom(newYorkDate(from));
  for (let left = bankingDays; left > 0; left -= 1) {
    for (const rule of windows) {
      const cut = cutOf(rule, date, timing);
      if (cut.windowAt >= from) cuts.push(cut);
    }
    date = nextBankingDay(date);
  }
  return cuts.sort((one, other) => one.windowAt.getTime() - other.windowAt.getTime());
}

function cutOf(rule: AchWindowRule, date: BankingDate, timing: Schedule['timing']): Cut {
  const cutoffAt = newYorkInstant(date, rule.cutoff);
  const effectiveDate = addBankingDays(date, rule.effective_in_banking_days);
  const before = (minutes: number) => new Date(cutoffAt.getTime() - minutes * MINUTE_MS);
  return {
    rail: rule.rail,
    windowAt: before(timing.lead_minutes),
    uploadBy: before(timing.upload_margin_minutes),
    cutoffAt,
    effectiveDate,
    settlesAt: newYorkInstant(effectiveDate, rule.settles),
  };
}
