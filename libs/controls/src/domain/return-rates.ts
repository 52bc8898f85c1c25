import { dateOfDay, dayNumber, RETURN_RATE_DAYS, returnRateClasses } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';

export const returnRateKinds = ['unauthorized', 'administrative', 'overall'] as const;
export type ReturnRateKind = (typeof returnRateKinds)[number];

export const returnRateStates = ['ok', 'warning', 'exceeded'] as const;
export type ReturnRateState = (typeof returnRateStates)[number];

/** What return rates ask about a leg. */
export interface DebitLeg {
  readonly side: string;
  readonly status: string;
  readonly effective_date: BankingDate | null;
  readonly network_reason_code: string | null;
}

export interface DebitCounts {
  /** Debits that were handed over. */
  readonly entries: number;
  readonly unauthorized: number;
  readonly administrative: number;
  readonly returned: number;
}

/** Micro-entries and prenotes that verify accounts. They count in no return rate, and no limit applies to them. */
export interface VerificationCounts {
  /** Those that were handed over. */
  readonly entries: number;
  readonly returned: number;
}

export const NO_VERIFICATIONS: VerificationCounts = { entries: 0, returned: 0 };

/** From how many debits and returns on a rate says something. */
export interface RateFloor {
  readonly entries: number;
  readonly returns: number;
}

export const DEFAULT_FLOOR: RateFloor = { entries: 100, returns: 3 };

export interface ReturnRate {
  readonly kind: ReturnRateKind;
  readonly returned: number;
  /** Parts per million. */
  readonly rate_ppm: number;
  readonly limit_ppm: number;
  readonly state: ReturnRateState;
}

const MILLION = 1_000_000;
const WARNING_SHARE = 0.8;
const HANDED_OVER: readonly string[] = ['submitted', 'accepted', 'settled', 'released', 'returned'];
// Dishonored and contested returns answer a return; the rule counts the first one.
const NO_RETURN = /^R[67]/;

const isOf = (kind: 'unauthorized' | 'administrative', code: string | null): boolean =>
  code !== null && (returnRateClasses[kind].codes as readonly string[]).includes(code);

/** What a leg adds to the day of the original debit, whatever has become of it since; undefined if nothing. */
export function countsOf(leg: DebitLeg): (DebitCounts & { readonly day: BankingDate }) | undefined {
  const { side, status, effective_date: day, network_reason_code } = leg;
  if (side !== 'source' || day === null || !HANDED_OVER.includes(status)) return undefined;
  const code = status === 'returned' ? network_reason_code : null;
  return {
    ...{ day, entries: 1, returned: Number(code !== null && !NO_RETURN.test(code)) },
    unauthorized: Number(isOf('unauthorized', code)),
    administrative: Number(isOf('administrative', code)),
  };
}

/** Debits of an originator on a day. */
export interface DebitDay extends DebitCounts {
  readonly originator: string;
  readonly day: BankingDate;
}

/** What the days of originators change by when legs change. Days without a change are left out. */
export function changesOf<Leg extends DebitLeg>(
  before: readonly Leg[],
  after: readonly Leg[],
  originatorOf: (leg: Leg) => string,
): readonly DebitDay[] {
  const days = new Map<string, DebitDay>();
  const add = (leg: Leg, sign: 1 | -1) => {
    const counts = countsOf(leg);
    if (counts === undefined) return;
    const { day } = counts;
    const originator = originatorOf(leg);
    const key = `${day}/${originator}`;
    days.set(key, { originator, day, ...plus(days.get(key), counts, sign) });
  };
  for (const leg of before) add(leg, -1);
  for (const leg of after) add(leg, 1);
  return [...days.values()].filter((counts) => counts.entries !== 0 || hasReturns(counts));
}

/** Whether returns are among what changes. */
export function hasReturns({ unauthorized, administrative, returned }: DebitCounts): boolean {
  return unauthorized !== 0 || administrative !== 0 || returned !== 0;
}

function plus(sum: DebitCounts = NONE, more: DebitCounts, sign: 1 | -1): DebitCounts {
  return {
    entries: sum.entries + sign * more.entries,
    unauthorized: sum.unauthorized + sign * more.unauthorized,
    administrative: sum.administrative + sign * more.administrative,
    returned: sum.returned + sign * more.returned,
  };
}

/** Of an originator without debits. */
export const NONE: DebitCounts = { entries: 0, unauthorized: 0, administrative: 0, returned: 0 };

/** The days that count on a day: it is the last of them. */
export function rateDays(today: BankingDate): { readonly from: BankingDate; readonly to: BankingDate } {
  return { from: dateOfDay(dayNumber(today) - RETURN_RATE_DAYS + 1), to: today };
}

/** The rates of an originator, and how near they are to the limits of Nacha. */
export function ratesOf(counts: DebitCounts, floor: RateFloor): readonly ReturnRate[] {
  return returnRateKinds.map((kind) => {
    const returned = kind === 'overall' ? counts.returned : counts[kind];
    const rate_ppm = counts.entries === 0 ? 0 : Math.round((returned / counts.entries) * MILLION);
    const limit_ppm = Math.round(returnRateClasses[kind].limit * MILLION);
    const says = counts.entries >= floor.entries && returned >= floor.returns;
    return { kind, returned, rate_ppm, limit_ppm, state: says ? stateOf(rate_ppm, limit_ppm) : 'ok' };
  });
}

/** How near each rate is to its limit. */
export type ReturnRateStates = Readonly<Record<ReturnRateKind, ReturnRateState>>;

export const ALL_OK: ReturnRateStates = { unauthorized: 'ok', administrative: 'ok', overall: 'ok' };

export function statesOf(rates: readonly ReturnRate[]): ReturnRateStates {
  return { ...ALL_OK, ...Object.fromEntries(rates.map(({ kind, state }) => [kind, state])) };
}

export function areSame(states: ReturnRateStates, others: ReturnRateStates): boolean {
  return returnRateKinds.every((kind) => states[kind] === others[kind]);
}

function stateOf(rate: number, limit: number): ReturnRateState {
  if (rate > limit) return 'exceeded';
  return rate >= limit * WARNING_SHARE ? 'warning' : 'ok';
}
