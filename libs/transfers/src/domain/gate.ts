import type { Side } from './leg.js';
import type { TransferReasonCode } from './reason-codes.js';

/**
 * pending: somebody has to decide · approved, rejected, expired: decided, and the gate is asked again · withdrawn: the transfer
 * failed before anybody decided.
 */
export const holdStatuses = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type HoldStatus = (typeof holdStatuses)[number];

/** What a transfer waits for. Its id is the subject of the task in `queue` that ends the wait at the latest. */
export interface Hold {
  readonly kind: 'approval';
  readonly id: string;
  readonly queue: string;
}

/** How a hold ended. */
export interface HoldDecision extends Pick<Hold, 'id'> {
  readonly status: 'approved' | 'rejected' | 'expired';
}

/** What gates have made of a transfer that one of them held. */
export interface GateState {
  /** The names of the gates that let it pass; they are not asked again. */
  readonly passed: readonly string[];
  readonly hold: Hold & { readonly gate: string; readonly status: HoldStatus };
}

/** The end of a transfer, with the reason of the side that it is about. */
export interface Refusal {
  readonly outcome: 'refuse';
  readonly side: Side;
  readonly reason_code: TransferReasonCode;
}

/** What one gate says. A gate that held the transfer is asked again, and lets it pass once that is resolved. */
export type Ruling = { readonly outcome: 'pass' } | { readonly outcome: 'hold'; readonly hold: Hold } | Refusal;

/** A policy under which a transfer would need approvals. */
interface ForeseenPolicy {
  readonly name: string;
  /** How many different users must approve. */
  readonly required: number;
}

/** What one gate would say of a transfer that is not made yet. */
export type Foresight =
  { readonly outcome: 'pass' } | { readonly outcome: 'hold'; readonly policies: readonly ForeseenPolicy[] } | Refusal;

/** What all gates together say: the first ruling other than `pass`, and by which gate. */
export type Judgment =
  | { readonly outcome: 'pass' }
  | (Exclude<Ruling, { readonly outcome: 'pass' }> & { readonly gate: string; readonly passed: readonly string[] });

export const PASS: Judgment = { outcome: 'pass' };

/** The state of the gates after a judgment; null for a transfer that was never held. */
export function judged(state: GateState | null, judgment: Judgment): GateState | null {
  if (judgment.outcome === 'hold') {
    const { gate, passed, hold } = judgment;
    return { passed, hold: { ...hold, gate, status: 'pending' } };
  }
  if (state?.hold.status !== 'pending') return state;
  return { ...state, hold: { ...state.hold, status: resolution(state, judgment) } };
}

/** The state of the gates once it was decided about a hold; the same state if that does not hold the transfer any more. */
export function withDecision(state: GateState | null, { id, status }: HoldDecision): GateState | null {
  if (state?.hold.id !== id || state.hold.status !== 'pending') return state;
  return { ...state, hold: { ...state.hold, status } };
}

/** The state of the gates of a transfer that has failed. */
export function withdrawn(state: GateState | null): GateState | null {
  return state?.hold.status === 'pending' ? { ...state, hold: { ...state.hold, status: 'withdrawn' } } : state;
}

function resolution({ hold }: GateState, judgment: Exclude<Judgment, { outcome: 'hold' }>): HoldStatus {
  // Refused by a later gate: this one has let it pass.
  if (judgment.outcome === 'pass' || judgment.gate !== hold.gate) return 'approved';
  if (judgment.reason_code === 'approval_expired') return 'expired';
  // It may also refuse for a reason of its own what was approved.
  return judgment.reason_code === 'approval_rejected' ? 'rejected' : 'approved';
}
