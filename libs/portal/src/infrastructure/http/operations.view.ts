import { Money, timeOfId } from '@payments/kernel';
import type {
  Batch,
  BatchLeg,
  BreakCount,
  LegSummary,
  OpenBreak,
  ReconciliationState,
} from '../../application/operations.js';

/** A resource on the wire: amounts in cents, times as text. */
type Wire<State extends object> = {
  readonly [Field in keyof State]: State[Field] extends bigint
    ? number
    : State[Field] extends Date | undefined
      ? string
      : State[Field];
};

export type LegSummaryView = Wire<LegSummary>;
export type BreakView = Wire<Omit<OpenBreak, 'leg'>> & { readonly leg?: LegSummaryView };
export type BatchView = Wire<Batch> & { readonly handed_over_at: string };
export type BatchLegView = Wire<BatchLeg>;

export interface ReconciliationView {
  readonly compared_at?: string;
  readonly counts: readonly BreakCount[];
  readonly breaks: readonly BreakView[];
}

const toWire = (cents: bigint) => Money.usd(cents).toWire();
const toLegView = (leg: LegSummary): LegSummaryView => ({ ...leg, amount: toWire(leg.amount) });

export function toReconciliationView({ compared_at, counts, breaks }: ReconciliationState): ReconciliationView {
  return { ...(compared_at && { compared_at: compared_at.toISOString() }), counts, breaks: breaks.map(toBreakView) };
}

function toBreakView({ banking_at, first_seen_at, last_seen_at, leg, ...rest }: OpenBreak): BreakView {
  return {
    ...rest,
    banking_at: banking_at.toISOString(),
    first_seen_at: first_seen_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    ...(leg && { leg: toLegView(leg) }),
  };
}

export function toBatchView({ window_at, amount_out, amount_in, ...rest }: Batch): BatchView {
  return {
    ...rest,
    ...{ amount_out: toWire(amount_out), amount_in: toWire(amount_in) },
    window_at: window_at.toISOString(),
    handed_over_at: timeOfId(rest.id).toISOString(),
  };
}

export function toBatchLegView({ window_at, ...rest }: BatchLeg): BatchLegView {
  return { ...rest, ...toLegView(rest), window_at: window_at.toISOString() };
}
