import { nachaRuleOn } from '@payments/kernel';
import { FEDACH_WINDOWS, hasWindow, nextWindow, sameDayWindowLeft } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';
import type { Rail, TransferReasonCode } from './reason-codes.js';

/** Which networks reach a routing number. */
export interface Participation {
  readonly rtp: boolean;
  readonly fednow: boolean;
  /** False if a directory of FedACH is loaded and does not have it. */
  readonly ach?: boolean;
}

/** What the bank of an enterprise offers. */
export interface OfferedRails {
  readonly schedule: AchSchedule;
  /** The rails that the bank carries for it. */
  readonly carried: ReadonlySet<Rail>;
}

/** All rails, with the windows of FedACH. */
export function fedAchRails(leadMinutes: number): OfferedRails {
  return {
    schedule: { windows: FEDACH_WINDOWS, leadMinutes },
    carried: new Set(['ach', 'same_day_ach', 'rtp', 'fednow']),
  };
}

/**
 * The decisions on a rail. not_offered: the bank of the enterprise does not carry it · not_participating: it does not
 * reach the bank of the account · unavailable: the leg has tried it.
 */
export const candidateReasons = [
  'chosen',
  'not_needed',
  'not_offered',
  'not_participating',
  'over_limit',
  'window_passed',
  'unavailable',
] as const;

/** One rail that the speed of a leg allows, and the decision on it. */
export interface Candidate {
  readonly rail: Rail;
  readonly taken: boolean;
  readonly why: (typeof candidateReasons)[number];
}

export interface RouteRequest extends OfferedRails {
  readonly side: 'source' | 'destination';
  readonly speed: 'standard' | 'same_day' | 'asap';
  /** Cents. */
  readonly amount: bigint;
  readonly participation: Participation;
  /** Banking time. */
  readonly at: Date;
  /** The rails that this leg has tried and found unavailable. */
  readonly unavailable: readonly Rail[];
}

export function isInstant(rail: Rail): rail is 'rtp' | 'fednow' {
  return rail === 'rtp' || rail === 'fednow';
}

const INSTANT_LIMIT = 1_000_000_000n;

/** The most that one payment may carry, in cents: of same-day ACH on the day on which it settles. ACH of the next day has no limit. */
export function limitOf(rail: Rail, { at, schedule }: Pick<RouteRequest, 'at' | 'schedule'>): bigint | undefined {
  if (isInstant(rail)) return INSTANT_LIMIT;
  if (rail === 'ach' || !hasWindow(rail, schedule)) return undefined;
  return nachaRuleOn('same_day_limit', nextWindow(rail, at, schedule).effectiveDate);
}

/** The rails of each speed, the first choice first. Instant networks carry credits only. */
const ALLOWED: Readonly<Record<RouteRequest['side'], Readonly<Record<RouteRequest['speed'], readonly Rail[]>>>> = {
  source: { standard: ['ach'], same_day: ['same_day_ach'], asap: ['same_day_ach', 'ach'] },
  destination: {
    standard: ['ach'],
    same_day: ['same_day_ach'],
    asap: ['rtp', 'fednow', 'same_day_ach', 'ach'],
  },
};

/**
 * Chooses the rail of a leg: the first one of its speed that is offered, reaches the routing number, carries the amount,
 * was not found unavailable, and is not slower than a later one. `undefined` when none is left: each candidate has the reason.
 */
export function route(request: RouteRequest): { rail: Rail | undefined; candidates: readonly Candidate[] } {
  const checked = ALLOWED[request.side][request.speed].map((rail) => ({ rail, fault: faultOf(rail, request) }));
  const rail = checked.find(({ fault }) => fault === undefined)?.rail;
  const candidates = checked.map((each) => ({
    rail: each.rail,
    taken: each.rail === rail,
    why: each.fault ?? (each.rail === rail ? ('chosen' as const) : ('not_needed' as const)),
  }));
  return { rail, candidates };
}

function faultOf(rail: Rail, request: RouteRequest): Exclude<Candidate['why'], 'chosen' | 'not_needed'> | undefined {
  if (!isOffered(rail, request)) return 'not_offered';
  if (!reaches(rail, request.participation)) return 'not_participating';
  const limit = limitOf(rail, request);
  if (limit !== undefined && request.amount > limit) return 'over_limit';
  if (request.unavailable.includes(rail)) return 'unavailable';
  // Requests for same_day wait for the next window, and so does every debit, because its hold is its longest wait anyway.
  const mayBeTooLate = rail === 'same_day_ach' && request.speed === 'asap' && request.side === 'destination';
  return mayBeTooLate && isOvertakenByAch(request) ? 'window_passed' : undefined;
}

const reaches = (rail: Rail, { ach = true, rtp, fednow }: Participation) =>
  ({ ach, same_day_ach: ach, rtp, fednow })[rail];

function isOffered(rail: Rail, { carried, schedule }: OfferedRails): boolean {
  return carried.has(rail) && (isInstant(rail) || hasWindow(rail, schedule));
}

// Once the last window of the day has passed, the next one of ACH usually settles before the next same-day one.
function isOvertakenByAch(request: RouteRequest): boolean {
  const { at, schedule } = request;
  if (sameDayWindowLeft(at, schedule) || !isOffered('ach', request)) return false;
  return nextWindow('ach', at, schedule).settlesAt <= nextWindow('same_day_ach', at, schedule).settlesAt;
}

/** Why none of the rails can carry a leg, as the reason of its transfer. */
export function unroutable(candidates: readonly Candidate[]): TransferReasonCode {
  // ACH reaches every bank.
  if (candidates.some(({ rail, why }) => !isInstant(rail) && why === 'not_participating')) return 'invalid_routing';
  return candidates.some(({ why }) => why === 'over_limit') ? 'invalid_amount' : 'unsupported_transfer';
}

/** Codes that mean that the rail rejected the payment, whatever its destination. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['9910', '9912', '9948', 'AG03', 'NOAT']);

/** Whether a reject allows the leg to fall back to its next rail. Every other one ends it. */
export function isUnavailable(networkCode: string | null): boolean {
  return networkCode !== null && UNAVAILABLE.has(networkCode);
}
