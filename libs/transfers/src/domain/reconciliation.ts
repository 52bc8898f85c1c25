import { DAY_MS, HOUR_MS } from '@payments/kernel';
import type { LegState, Side } from './leg.js';
import type { Rail } from './reason-codes.js';

/** The status of an instruction in the processor's own books. */
type ReportedStatus = 'accepted' | 'settled' | 'returned' | 'failed';

/** One instruction as the processor's own books have it. */
export interface ReportLine {
  readonly end_to_end_id: string;
  readonly rail: Rail;
  readonly side: Side;
  /** Cents. */
  readonly amount: bigint;
  /** accepted: on its way · settled · returned: it came back after the network had it · failed: refused, nothing moved. */
  readonly status: ReportedStatus;
  /** Banking instant from which on it has stood so. */
  readonly occurred_at: Date;
}

/** A period of banking time: `from` is part of it, `to` is not. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/**
 * missing: submitted, but the processor does not have it · extra: the processor has it, but it was never submitted ·
 * amount: another amount, side or rail · duplicate: the processor has it twice · late: not settled a day after the due
 * time · status: the two sides have different end states · contradictory: the processor reported a result that contradicts
 * an applied one.
 */
export type BreakKind = 'missing' | 'extra' | 'amount' | 'duplicate' | 'late' | 'status' | 'contradictory';

export interface Break {
  readonly end_to_end_id: string;
  readonly kind: BreakKind;
  /** The view of each side, for people. */
  readonly own: string;
  readonly reported: string;
  /** The banking instant that it belongs to. */
  readonly banking_at: Date;
}

/** One attempt of a leg as our own records have it. */
export interface OwnInstruction extends Pick<ReportLine, 'end_to_end_id' | 'rail' | 'side' | 'amount'> {
  /** unsent: never submitted · unknown: perhaps, the processor is yet to be asked. */
  readonly status: ReportedStatus | 'unsent' | 'unknown';
  /** Banking instants; null before it was planned. */
  readonly submitted_at: Date | null;
  readonly settles_at: Date | null;
}

/** The input of the comparison besides the two sides. */
export interface Comparison extends Period {
  /** Banking time. */
  readonly at: Date;
  /** Instructions with a result in the inbox that is about to be applied. */
  readonly underway: ReadonlySet<string>;
}

/** Either side may not have reported changes this recent. */
export const GRACE_MS = HOUR_MS;
const LATE_MS = DAY_MS;

const OWN_STATUS: Readonly<Record<LegState['status'], OwnInstruction['status']>> = {
  held: 'unsent',
  ready: 'unsent',
  canceled: 'unsent',
  submitting: 'unknown',
  submitted: 'accepted',
  accepted: 'accepted',
  settled: 'settled',
  released: 'settled',
  returned: 'returned',
  rejected: 'failed',
};

/** The instructions of a leg, one for each attempt. All but the last have failed. */
export function instructionsOf(leg: OwnLeg): OwnInstruction[] {
  const { side, amount } = leg;
  const earlier = leg.attempts
    .filter(({ number }) => number < leg.attempt)
    .map(({ end_to_end_id, rail, routed_at }): OwnInstruction => ({
      ...{ end_to_end_id, rail, side, amount, status: 'failed' },
      ...{ submitted_at: new Date(routed_at), settles_at: null },
    }));
  const { end_to_end_id, rail, window_at: submitted_at, settles_at } = leg;
  const status = OWN_STATUS[leg.status];
  return [...earlier, { end_to_end_id, rail, side, amount, status, submitted_at, settles_at }];
}

export type OwnLeg = Pick<
  LegState,
  'side' | 'amount' | 'attempts' | 'attempt' | 'end_to_end_id' | 'rail' | 'window_at' | 'settles_at' | 'status'
>;

/** Every difference between our own records and a report. Nothing else follows from it. */
export function findBreaks(
  own: readonly OwnInstruction[],
  lines: readonly ReportLine[],
  comparison: Comparison,
): Break[] {
  const known = new Map(own.map((instruction) => [instruction.end_to_end_id, instruction]));
  const reported = new Map<string, ReportLine[]>();
  for (const line of lines) reported.set(line.end_to_end_id, [...(reported.get(line.end_to_end_id) ?? []), line]);
  return [
    ...[...reported.values()].flatMap((same) => ofLines(same, known.get(same[0]!.end_to_end_id), comparison)),
    ...own.filter(({ end_to_end_id }) => !reported.has(end_to_end_id)).flatMap((each) => ofSilence(each, comparison)),
  ];
}

function ofLines(lines: readonly ReportLine[], own: OwnInstruction | undefined, comparison: Comparison): Break[] {
  const line = lines[0]!;
  const found = (kind: BreakKind, ours: string, theirs: string): Break => ({
    ...{ end_to_end_id: line.end_to_end_id, kind, own: ours, reported: theirs, banking_at: line.occurred_at },
  });
  const twice = lines.length > 1 ? [found('duplicate', 'once', `${lines.length} times`)] : [];
  if (own === undefined || own.status === 'unsent') {
    return [...twice, found('extra', own === undefined ? 'unknown' : 'never submitted', money(line))];
  }
  const differs = money(own) === money(line) ? [] : [found('amount', money(own), money(line))];
  const ended = contradicts(own, line, comparison) ? [found('status', own.status, line.status)] : [];
  const late = line.status === 'accepted' && isLate(own, comparison) ? [found('late', due(own), 'not settled')] : [];
  return [...twice, ...differs, ...ended, ...late];
}

function ofSilence(own: OwnInstruction, comparison: Comparison): Break[] {
  const { status, submitted_at: at, end_to_end_id } = own;
  if (status === 'unsent' || status === 'unknown' || at === null) return [];
  const reportedUntil = Math.min(comparison.to.getTime(), comparison.at.getTime()) - GRACE_MS;
  if (at >= comparison.from && at.getTime() < reportedUntil) {
    return [{ end_to_end_id, kind: 'missing', own: `${status}, ${money(own)}`, reported: 'nothing', banking_at: at }];
  }
  if (!isLate(own, comparison)) return [];
  return [{ end_to_end_id, kind: 'late', own: due(own), reported: 'nothing', banking_at: own.settles_at! }];
}

// A recent result, or one in the inbox, will soon make the two equal. A state of ours that is ahead of the processor is
// always a contradiction.
function contradicts(own: OwnInstruction, line: ReportLine, { at, underway }: Comparison): boolean {
  if (own.status === line.status || own.status === 'unknown') return false;
  const mayFollow =
    (own.status === 'accepted' && line.status !== 'accepted') ||
    (own.status === 'settled' && line.status === 'returned');
  const isFresh = underway.has(own.end_to_end_id) || line.occurred_at.getTime() > at.getTime() - GRACE_MS;
  return !(mayFollow && isFresh);
}

function isLate({ status, settles_at }: OwnInstruction, { at }: Comparison): boolean {
  return status === 'accepted' && settles_at !== null && settles_at.getTime() + LATE_MS < at.getTime();
}

function money({ amount, side, rail }: Pick<ReportLine, 'amount' | 'side' | 'rail'>): string {
  return `${side === 'source' ? 'debit' : 'credit'} of ${amount} cents by ${rail}`;
}

function due({ settles_at }: OwnInstruction): string {
  return `settles ${settles_at!.toISOString()}`;
}
