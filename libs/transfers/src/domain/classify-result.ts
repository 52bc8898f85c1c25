import { isSame } from '@payments/kernel';
import { postponed } from './leg-steps.js';
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
>;

/** The effect of a result on its leg. */
export function classifyResult(result: ProcessorResult, leg: ClassifiedLeg): ResultEffect {
  const { kind, network_reason_code, occurred_at } = result;
  const attempt = attemptOf(leg, result.end_to_end_id);
  const namesNoChange = kind === 'notification_of_change' && !/^C\d\d$/.test(network_reason_code ?? '');
  if (attempt === undefined || namesNoChange) return 'contradictory';
  const railClass = isInstant(attempt.rail) ? 'instant' : 'ach';
  const effect = resultEffects[attempt.status][kind][railClass][orderOf(occurred_at, attempt.last_result_at)];
  return effect === 'duplicate' ? (effectOfRetiming(result, leg) ?? effect) : effect;
}

// An acceptance that is no news may still say that the entry went into a later window.
function effectOfRetiming(
  { kind, end_to_end_id, retimed }: ProcessorResult,
  leg: ClassifiedLeg,
): ResultEffect | undefined {
  if (kind !== 'accepted' || retimed === undefined || end_to_end_id !== leg.end_to_end_id) return undefined;
  const later = postponed(leg, retimed);
  if (later === leg) return undefined;
  if (leg.status === 'accepted' || leg.status === 'settled') return 'apply';
  return leg.status === 'released' && !isSame(later.hold_until, leg.hold_until) ? 'contradictory' : undefined;
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
