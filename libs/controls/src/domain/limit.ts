import { DAY_MS, HOUR_MS, newYorkDate, newYorkInstant, dateOfDay, dayNumber } from '@payments/kernel';

export const limitSubjects = ['enterprise', 'customer', 'account', 'credential', 'subledger'] as const;
export type LimitSubject = (typeof limitSubjects)[number];

export const limitDirections = ['out', 'in', 'any'] as const;
export type LimitDirection = (typeof limitDirections)[number];

export const limitWindows = ['transfer', 'hour', 'day', '7d', '30d'] as const;
export type LimitWindow = (typeof limitWindows)[number];

export const limitActions = ['refuse', 'hold'] as const;
export type LimitAction = (typeof limitActions)[number];

/** A limit as a user writes it. One of the maxima at least. */
export interface LimitContent {
  readonly name: string;
  readonly per: LimitSubject;
  /** A reference of a customer or subledger, an account id, a client id or the name of a user; null: each has its own. */
  readonly who: string | null;
  readonly direction: LimitDirection;
  readonly window: LimitWindow;
  /** Cents. */
  readonly max_amount: number | null;
  readonly max_count: number | null;
  readonly action: LimitAction;
  readonly enabled: boolean;
}

export interface Limit extends LimitContent {
  readonly id: string;
  /** What was paid before does not count. */
  readonly counts_from: Date;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** From when a limit that takes the place of another counts: from now on, if it was off or counts other transfers. */
export function countsFrom(before: Limit, content: LimitContent, now: Date): Date {
  const isSame = (['per', 'who', 'direction', 'window'] as const).every((field) => before[field] === content[field]);
  return isSame && (before.enabled || !content.enabled) ? before.counts_from : now;
}

/** What limits ask about a transfer. */
export interface LimitedTransfer {
  readonly id: string;
  readonly use_case: string;
  /** Cents. */
  readonly amount: bigint;
  readonly created_by: string | null;
  readonly subledger_reference_id: string | null;
  readonly source: LimitedParty | null;
  readonly destination: LimitedParty | null;
}

interface LimitedParty {
  readonly account_id: string;
  readonly customer_reference_id: string;
}

/** The subject of limits that hold for everything. */
const ENTERPRISE = 'enterprise';

/** Whose usage of a limit a transfer is part of. */
export function subjectsOf({ per, who, direction }: LimitContent, transfer: LimitedTransfer): readonly string[] {
  const parties = partiesOf(transfer, direction);
  if (parties.length === 0) return [];
  const all = new Set(namesOf(per, parties, transfer));
  return who === null ? [...all] : all.has(who) ? [who] : [];
}

function namesOf(
  per: LimitSubject,
  parties: readonly LimitedParty[],
  { created_by, subledger_reference_id }: LimitedTransfer,
): readonly string[] {
  switch (per) {
    case 'enterprise':
      return [ENTERPRISE];
    case 'customer':
      return parties.map(({ customer_reference_id }) => customer_reference_id);
    case 'account':
      return parties.map(({ account_id }) => account_id);
    case 'credential':
      return created_by === null ? [] : [created_by];
    case 'subledger':
      return subledger_reference_id === null ? [] : [subledger_reference_id];
  }
}

// A deposit only comes in: its destination is the account of the enterprise itself.
function partiesOf({ use_case, source, destination }: LimitedTransfer, direction: LimitDirection): LimitedParty[] {
  const paid = use_case === 'deposit' ? null : destination;
  const parties = direction === 'in' ? [source] : direction === 'out' ? [paid] : [source, paid];
  return parties.filter((party) => party !== null);
}

/** The hour, or the New York day, that a banking instant is counted in. */
export function bucketOf(window: LimitWindow, at: Date): Date {
  if (window === 'hour') return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  return newYorkInstant(newYorkDate(at), '00:00');
}

const DAYS: Readonly<Record<LimitWindow, number>> = { transfer: 0, hour: 0, day: 1, '7d': 7, '30d': 30 };

/** The first bucket that counts together with this one. */
export function windowStart(window: LimitWindow, bucket: Date): Date {
  return DAYS[window] <= 1 ? bucket : dayFrom(bucket, 1 - DAYS[window]);
}

/** When what is counted in the bucket counts no longer. */
export function windowEnd(window: LimitWindow, bucket: Date): Date {
  return window === 'hour' ? new Date(bucket.getTime() + HOUR_MS) : dayFrom(bucket, DAYS[window]);
}

/**
 * The days that a unit of work must lock, and count: around midnight, one of the day before may still be counting, and one
 * of the day after may have counted already what leaves no room for this one.
 */
export function lockedBuckets(window: LimitWindow, bucket: Date): readonly Date[] {
  return DAYS[window] <= 1 ? [bucket] : [dayFrom(bucket, -1), bucket, dayFrom(bucket, 1)];
}

/** The oldest usage that any window may ask about. */
export const LONGEST_WINDOW_MS = 31 * DAY_MS;

function dayFrom(bucket: Date, days: number): Date {
  return newYorkInstant(dateOfDay(dayNumber(newYorkDate(bucket)) + days), '00:00');
}
