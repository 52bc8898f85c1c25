import { canMove, DAY_MS, isSame } from '@payments/kernel';
import { postponed, traceOf } from './leg-steps.js';
import { legTransitions } from './leg.js';
import type { LegState, LegStatus, ProcessorResult } from './leg.js';
import { isInstant } from './rails.js';
import type { Rail } from './reason-codes.js';
import { resultEffects } from './result-effects.table.js';
import type { ResultEffect, ResultOrder } from './result-effects.table.js';

/** The fields of a leg's attempt that matter for results. */
interface Attempt {
  readonly status: LegStatus;
  readonly rail: Rail;
  /** When the latest applied result of it occurred. */
  readonly last_result_at: Date | null;
}

/** The part of a leg by which results are classified. Other instructions with it are classified in the same way. */
export type ClassifiedLeg = Pick<
  LegState,
  | 'status'
  | 'rail'
  | 'end_to_end_id'
  | 'attempt'
  | 'attempts'
  | 'last_result_at'
  | 'effective_date'
  | 'settles_at'
  | 'hold_until'
  | 'trace_number'
>;

/** The effect of a result on its leg. */
export function classifyResult(result: ProcessorResult, leg: ClassifiedLeg): ResultEffect {
  const { kind, network_reason_code, occurred_at } = result;
  const attempt = attemptOf(leg, result.end_to_end_id);
  const namesNoChange = kind === 'notification_of_change' && !/^C\d\d$/.test(network_reason_code ?? '');
  if (attempt === undefined || namesNoChange) return 'contradictory';
  const railClass = isInstant(attempt.rail) ? 'instant' : 'ach';
  const effect = resultEffects[attempt.status][kind][railClass][orderOf(occurred_at, attempt.last_result_at)];
  return effect === 'duplicate' ? (effectOfNews(result, leg) ?? effect) : effect;
}

/** Nothing that a bank reports lies more than a day ahead of banking time: it did not happen yet. */
export function isTooEarly(
  { occurred_at }: Pick<ProcessorResult, 'occurred_at'>,
  at: Date,
  aheadMs: number = DAY_MS,
): boolean {
  return occurred_at.getTime() > at.getTime() + aheadMs;
}

/**
 * A result that contradicts what was applied, and is true, as the leg can still take it: a payment that the bank refused
 * after all comes back. Undefined where nothing of the leg is left to take back.
 */
export function asDecided(
  result: ProcessorResult,
  leg: Pick<ClassifiedLeg, 'status' | 'end_to_end_id'>,
): ProcessorResult | undefined {
  if (result.end_to_end_id !== leg.end_to_end_id) return undefined;
  if (result.kind !== 'rejected' && result.kind !== 'returned') return undefined;
  const kind = canMove(legTransitions, leg.status, result.kind) ? result.kind : 'returned';
  return canMove(legTransitions, leg.status, kind) ? { ...result, kind } : undefined;
}

// A result that moves nothing may still tell the trace number of the entry, or that it went into a later window.
function effectOfNews(result: ProcessorResult, leg: ClassifiedLeg): ResultEffect | undefined {
  const { kind, end_to_end_id, retimed } = result;
  if (end_to_end_id !== leg.end_to_end_id) return undefined;
  const later = kind === 'accepted' && retimed !== undefined ? postponed(leg, retimed) : leg;
  if (leg.status === 'released' && !isSame(later.hold_until, leg.hold_until)) return 'contradictory';
  const isRetimed = later !== leg && leg.status !== 'released';
  return isRetimed || traceOf(leg, result) !== leg.trace_number ? 'apply' : undefined;
}

// Undefined for an attempt that was never made.
function attemptOf(leg: ClassifiedLeg, endToEndId: string): Attempt | undefined {
  if (leg.end_to_end_id === endToEndId) return leg;
  const earlier = leg.attempts.find(
    ({ number, end_to_end_id }) => number < leg.attempt && end_to_end_id === endToEndId,
  );
  if (earlier === undefined) return undefined;
  const { rail, unavailable_at } = earlier;
  return { status: 'rejected', rail, last_result_at: unavailable_at === undefined ? null : new Date(unavailable_at) };
}

function orderOf(occurredAt: Date, lastAt: Date | null): ResultOrder {
  const difference = lastAt === null ? 0 : occurredAt.getTime() - lastAt.getTime();
  if (difference === 0) return 'same';
  return difference < 0 ? 'earlier' : 'later';
}
