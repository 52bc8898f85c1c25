import type { BankingDate, Transitions } from '@payments/kernel';

export type Rail = 'ach' | 'same_day_ach' | 'rtp' | 'fednow';

/**
 * status: shows whether the account exists · control: also carries the statement code · debit_credit, debit: the two entries
 * that show whether the account can be debited.
 */
export type ProbePurpose = 'status' | 'control' | 'debit_credit' | 'debit';

/**
 * As of a leg: ready waits for its window · submitting: the call to the processor may have been made · submitted: the
 * processor has it · accepted: the network has it · settled: the banks have settled it · released: the time in which banks
 * return an entry is over.
 */
export type ProbeStatus =
  'ready' | 'submitting' | 'submitted' | 'accepted' | 'settled' | 'released' | 'rejected' | 'returned' | 'canceled';

export const probeTransitions: Transitions<ProbeStatus> = {
  ready: ['submitting', 'canceled'],
  submitting: ['submitted', 'accepted', 'ready', 'rejected', 'canceled'],
  submitted: ['accepted', 'rejected'],
  accepted: ['settled', 'rejected', 'returned'],
  settled: ['released', 'returned'],
  released: ['returned'],
  rejected: [],
  returned: [],
  canceled: [],
};

/** A cent, or an entry without an amount, sent to an account to learn about it. Column-shaped, with the names of a leg. */
export interface ProbeState {
  readonly id: string;
  readonly account_id: string;
  readonly purpose: ProbePurpose;
  readonly side: 'source' | 'destination';
  readonly rail: Rail;
  /** Cents: 0 of a prenote, otherwise 1. */
  readonly amount: bigint;
  readonly end_to_end_id: string;
  readonly status: ProbeStatus;
  /** Banking instants. */
  readonly requested_at: Date;
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  /** From when on silence means that the bank took it; null on instant rails, whose banks answer at once. */
  readonly hold_until: Date | null;
  readonly batch_id: string | null;
  readonly trace_number: string | null;
  readonly return_trace_number: string | null;
  readonly network_reason_code: string | null;
  /** Banking instant at which the latest applied result occurred. */
  readonly last_result_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The end-to-end id of a probe: its UUID without hyphens, marked. */
export function probeEndToEndId(probeId: string): string {
  return `V${probeId.replaceAll('-', '')}`;
}

const END_TO_END_ID = /^V([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The probe of an end-to-end id; undefined when the id is not one of a probe. */
export function probeIdOf(endToEndId: string): string | undefined {
  return END_TO_END_ID.exec(endToEndId)?.slice(1, 6).join('-');
}

/** A probe whose entries of the submission stand. */
export function isSent({ status }: Pick<ProbeState, 'status'>): boolean {
  return ['submitting', 'submitted', 'accepted', 'settled', 'released'].includes(status);
}

/** A probe that may still tell something. */
export function isOpen({ status }: Pick<ProbeState, 'status'>): boolean {
  return ['ready', 'submitting', 'submitted', 'accepted', 'settled'].includes(status);
}

export function isInstant(rail: Rail): boolean {
  return rail === 'rtp' || rail === 'fednow';
}
