import { isSame, newYorkDate } from '@payments/kernel';
import { holdUntil } from './ach-windows.js';
import type { AchSchedule } from './ach-windows.js';
import { endToEndId, timetable } from './leg.js';
import type { LegAttempt, LegState, ProcessorResult, ResultKind, Retiming, Side } from './leg.js';
import { route } from './rails.js';
import type { OfferedRails, Participation } from './rails.js';
import type { Rail } from './reason-codes.js';
import type { Speed, TransferState } from './transfer-state.js';
import { transferTypes } from './transfer-type.js';

type Route = ReturnType<typeof route>;

/** What a later window moves. */
type Timed = Pick<LegState, 'effective_date' | 'settles_at' | 'hold_until'>;

type PinnedAccount = Pick<LegState, 'account_id' | 'account_version'>;

/** The input for choosing rails and windows; the participation of the banks was looked up before. */
export interface Routing extends OfferedRails {
  route(
    leg: Pick<LegState, 'side' | 'amount'> & PinnedAccount,
    speed: Speed,
    when: { readonly at: Date; readonly unavailable?: readonly Rail[] },
  ): Route;
}

/** The routing by what the bank of the enterprise offers, and by the participation of the banks of the accounts. */
export function routingBy(offered: OfferedRails, participationOf: (account: PinnedAccount) => Participation): Routing {
  return {
    ...offered,
    route: ({ side, amount, ...account }, speed, { at, unavailable = [] }) =>
      route({ ...offered, side, speed, amount, at, unavailable, participation: participationOf(account) }),
  };
}

/** A leg that the processor does not have: it was never submitted, or an inquiry showed that its batch did not arrive. */
export function isUnsent({ status, batch_id }: Pick<LegState, 'status' | 'batch_id'>): boolean {
  return status === 'held' || status === 'ready' || (status === 'submitting' && batch_id === null);
}

/** A leg whose entries of the submission stand. */
export function isSent({ status }: Pick<LegState, 'status'>): boolean {
  return ['submitting', 'submitted', 'accepted', 'settled', 'released'].includes(status);
}

/** The leg of a side, not routed yet. The credit of two legs is held until the debit's hold ends. */
export function newLeg(transfer: TransferState, side: Side, { id, now }: { id: string; now: Date }): LegState {
  const party = transfer[side]!;
  return {
    id,
    transfer_id: transfer.id,
    side,
    rail: 'ach',
    amount: transfer.amount,
    account_id: party.account_id,
    account_version: party.account_version,
    end_to_end_id: endToEndId(id, 1),
    status: side === 'destination' && transferTypes[transfer.use_case].creditWaits ? 'held' : 'ready',
    attempt: 1,
    attempts: [],
    window_at: null,
    effective_date: null,
    settles_at: null,
    hold_until: null,
    batch_id: null,
    trace_number: null,
    return_trace_number: null,
    network_reason_code: null,
    last_result_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** The leg on the rail that was chosen. A held leg has no times yet: they are set when it is ready. */
export function attempted(
  leg: LegState,
  { rail, candidates }: Route,
  { at, routing }: { readonly at: Date; readonly routing: Routing },
): LegState {
  const chosen = { ...leg, rail: rail!, end_to_end_id: endToEndId(leg.id, leg.attempt) };
  const attempt: LegAttempt = {
    number: leg.attempt,
    rail: rail!,
    end_to_end_id: chosen.end_to_end_id,
    routed_at: at.toISOString(),
    candidates,
  };
  const times = leg.status === 'held' ? {} : timetable(chosen, at, routing.schedule);
  return { ...chosen, ...times, attempts: [...leg.attempts, attempt] };
}

/** The leg with the code of the rail that could not carry its current attempt, and when that was. */
export function withUnavailable(leg: LegState, unavailable_code: string, at: Date): LegState {
  const unavailable = { unavailable_code, unavailable_at: at.toISOString() };
  const attempts = leg.attempts.map((attempt) =>
    attempt.number === leg.attempt ? { ...attempt, ...unavailable } : attempt,
  );
  return { ...leg, attempts };
}

/** The rails that could not carry a leg. */
export function triedRails(attempts: readonly LegAttempt[]): Rail[] {
  return attempts.filter(({ unavailable_code }) => unavailable_code !== undefined).map(({ rail }) => rail);
}

/**
 * The day on which the money should be there, as midnight UTC: the settlement of a payout, the end of the hold of a
 * debit, the settlement of the credit that follows it.
 */
export function expectedDelivery(legs: readonly LegState[], schedule: AchSchedule): Date {
  const [first, second] = legs;
  const firstDone = first!.hold_until ?? first!.settles_at!;
  const done =
    second === undefined ? firstDone : (second.settles_at ?? timetable(second, firstDone, schedule).settles_at!);
  return new Date(`${newYorkDate(done)}T00:00:00.000Z`);
}

/**
 * The leg with the times of a later window, and the hold that follows from them; the same leg if nothing is later. No
 * time moves back, or money could be released while the banks can still return it.
 */
export function postponed<Leg extends Timed>(
  leg: Leg,
  { effective_date, settles_at }: Retiming,
  holdDays?: number,
): Leg {
  const times = {
    effective_date:
      leg.effective_date !== null && leg.effective_date > effective_date ? leg.effective_date : effective_date,
    settles_at: laterOf(leg.settles_at, settles_at),
    hold_until: leg.hold_until && laterOf(leg.hold_until, holdUntil(effective_date, holdDays)),
  };
  return isSame(times, timesOf(leg)) ? leg : { ...leg, ...times };
}

/**
 * The trace number of the entry, whichever result names it first. A bank that names two for one entry is wrong in one; the lesser
 * stays, so that the order of arrival decides nothing.
 */
export function traceOf(
  { trace_number: known }: Pick<LegState, 'trace_number'>,
  { kind, trace_number: told }: Pick<ProcessorResult, 'kind' | 'trace_number'>,
): string | null {
  const isOfEntry = kind === 'accepted' || kind === 'settled';
  if (!isOfEntry || told === null) return known;
  return known === null || told < known ? told : known;
}

/** The later instant. */
export function laterOf(one: Date | null, other: Date): Date {
  return one !== null && one >= other ? one : other;
}

function timesOf({ effective_date, settles_at, hold_until }: Timed) {
  return { effective_date, settles_at, hold_until };
}

/** One step of a leg, with the data of a rejection or return. */
export interface LegStep extends Pick<ProcessorResult, 'network_reason_code' | 'reason_text' | 'trace_number'> {
  readonly kind: Exclude<ResultKind, 'notification_of_change'> | 'released';
  /** The banking instant of the step. */
  readonly at: Date;
}

/**
 * The steps that a result implies: a returned or settled leg had been accepted; a leg returned after its settlement, or
 * after the end of its hold, had been settled, or released, by then. The last step is the result itself. The transition
 * table drops the steps that the leg has already taken.
 */
export function resultsUpTo(result: ProcessorResult, { settles_at, hold_until }: Timed): LegStep[] {
  const { kind, network_reason_code, reason_text, trace_number, occurred_at: at } = result;
  const itself = { kind: kind as LegStep['kind'], network_reason_code, reason_text, trace_number, at };
  if (kind === 'settled') return [{ ...itself, kind: 'accepted' }, itself];
  if (kind !== 'returned') return [itself];
  // This is the trace number of the return.
  const implied = { network_reason_code: null, trace_number: null };
  const passed = (instant: Date | null): instant is Date => instant !== null && instant <= at;
  return [
    { ...implied, kind: 'accepted', at },
    ...(passed(settles_at) ? [{ ...implied, kind: 'settled' as const, at: settles_at }] : []),
    ...(passed(hold_until) ? [{ ...implied, kind: 'released' as const, at: hold_until }] : []),
    itself,
  ];
}
