import type { Transitions } from '@payments/kernel';
import type { Rail } from './reason-codes.js';

export type Side = 'source' | 'destination';

/**
 * held: waits for the debit to settle · ready: to be handed over · submitting: the call to the processor may have
 * been made, so ask before sending again · submitted: the processor has it · accepted: the network has it.
 */
export type LegStatus =
  'held' | 'ready' | 'submitting' | 'submitted' | 'accepted' | 'settled' | 'rejected' | 'returned' | 'canceled';

// A result may overtake our own note that the instruction was handed over, so `submitting` goes wherever `submitted` goes.
export const legTransitions: Transitions<LegStatus> = {
  held: ['ready', 'canceled'],
  ready: ['submitting', 'canceled'],
  submitting: ['submitted', 'accepted', 'settled', 'rejected', 'returned'],
  submitted: ['accepted', 'settled', 'rejected', 'returned'],
  accepted: ['settled', 'rejected', 'returned'],
  settled: ['returned'],
  rejected: [],
  returned: [],
  canceled: [],
};

/** One debit or credit on one rail, column-shaped. */
export interface LegState {
  readonly id: string;
  readonly transfer_id: string;
  readonly side: Side;
  readonly rail: Rail;
  readonly amount: bigint;
  readonly account_id: string;
  readonly account_version: number;
  /** What the processor and the network know the leg by; at most 35 characters. */
  readonly end_to_end_id: string;
  readonly status: LegStatus;
  readonly batch_id: string | null;
  readonly trace_number: string | null;
  readonly return_trace_number: string | null;
  readonly network_reason_code: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type ResultKind = 'accepted' | 'settled' | 'rejected' | 'returned';

/** What the processor says became of an instruction. Results come late, twice, and in any order. */
export interface ProcessorResult {
  /** The processor's own id of this result: the same result told twice has the same id. */
  readonly processor_result_id: string;
  readonly end_to_end_id: string;
  readonly kind: ResultKind;
  readonly network_reason_code: string | null;
  readonly trace_number: string | null;
  readonly occurred_at: Date;
}

/** The end-to-end id of a leg: its UUID without hyphens, marked, 33 characters. */
export function endToEndId(legId: string): string {
  return `P${legId.replaceAll('-', '')}`;
}

/** The rail of a leg. Debits go by ACH whatever the speed; instant rails carry credits only. */
export function railOf(side: Side, speed: 'standard' | 'same_day' | 'asap'): Rail {
  if (speed === 'standard') return 'ach';
  if (side === 'source' || speed === 'same_day') return 'same_day_ach';
  return 'rtp';
}
