import type { TransferPlan, PlannedLeg } from '../domain/leg-plan.js';
import type { Side } from '../domain/leg.js';
import { isInstant } from '../domain/rails.js';
import type { Candidate } from '../domain/rails.js';
import type { Rail } from '../domain/reason-codes.js';
import type { UseCase } from '../domain/transfer-type.js';
import type { PreviewCheck, PreviewOutcome } from './preview-checks.js';

export interface CandidateView extends Candidate {
  readonly cutoff_at?: string;
  readonly settles_at?: string;
}

export interface PlannedLegView {
  readonly side: Side;
  readonly rail: Rail;
  readonly candidates: readonly CandidateView[];
  readonly window_at: string;
  readonly cutoff_at?: string;
  readonly effective_date?: string;
  readonly settles_at: string;
  readonly hold_until?: string;
}

export interface FeeView {
  readonly rail: Rail;
  /** Cents. */
  readonly amount: number;
}

/** What would become of a transfer, on the wire. */
export interface PreviewView {
  readonly use_case: UseCase;
  readonly would: PreviewOutcome;
  readonly checks: readonly PreviewCheck[];
  /** The debit first. Empty if it would be refused, or if no rail carries it. */
  readonly legs: readonly PlannedLegView[];
  readonly estimated_funds_delivery_date?: string;
  readonly arrival?: { readonly earliest: string; readonly latest: string };
  readonly fees: readonly FeeView[];
  /** Banking time. */
  readonly as_of: string;
}

/** The plan of the legs as it is shown, with what the operator charges for their rails. */
export function toPlanView(
  { legs, arrival }: TransferPlan,
  fees: Readonly<Partial<Record<Rail, number>>>,
): Pick<PreviewView, 'legs' | 'arrival' | 'fees'> {
  return {
    legs: legs.map(toLegView),
    arrival: { earliest: arrival.earliest.toISOString(), latest: arrival.latest.toISOString() },
    fees: legs.map(({ rail }) => ({ rail, amount: fees[rail] ?? 0 })),
  };
}

function toLegView({ side, rail, candidates, ...times }: PlannedLeg): PlannedLegView {
  const { window_at, cutoff_at, effective_date, settles_at, hold_until } = times;
  return {
    side,
    rail,
    candidates: candidates.map((candidate) => ({
      ...{ rail: candidate.rail, taken: candidate.taken, why: candidate.why },
      ...(candidate.cutoff_at && { cutoff_at: candidate.cutoff_at.toISOString() }),
      ...(candidate.settles_at && { settles_at: candidate.settles_at.toISOString() }),
    })),
    window_at: window_at.toISOString(),
    ...(cutoff_at && { cutoff_at: cutoff_at.toISOString() }),
    ...(!isInstant(rail) && { effective_date }),
    settles_at: settles_at.toISOString(),
    ...(hold_until && { hold_until: hold_until.toISOString() }),
  };
}
