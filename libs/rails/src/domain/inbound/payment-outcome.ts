import type { EntryStatus } from '../entry-state.js';
import { instructionId } from '../iso20022/message-ids.js';
import type { PaymentIds, PaymentStatus } from '../iso20022/payment-status.js';
import { DUPLICATES } from './status-report.js';

/** A payment of ours by everything that a message may call it. */
export interface NamedPayment {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly uetr: string;
  /** Of RTP between banks, where it is the instruction id, too. */
  readonly transaction_id: string | null;
}

/**
 * named: an id is ours, and no other id is somebody else's · contradicted: an id is ours, another one is not · other: it is
 * about another payment. Banks repeat ids in the letter case that they like.
 */
export function namingOf(ids: PaymentIds, payment: NamedPayment): 'named' | 'contradicted' | 'other' {
  const own: Readonly<Record<keyof PaymentIds, string | null>> = {
    end_to_end_id: payment.end_to_end_id,
    instruction_id: payment.transaction_id ?? instructionId(payment.id),
    transaction_id: payment.transaction_id,
    uetr: payment.uetr,
  };
  // A bank of companies may give ids of its own.
  const told = (Object.keys(own) as (keyof PaymentIds)[]).filter((name) => ids[name] !== null && own[name] !== null);
  const same = told.filter((name) => own[name]!.toUpperCase() === ids[name]!.toUpperCase());
  if (same.length === 0) return 'other';
  return same.length === told.length ? 'named' : 'contradicted';
}

/** The status of a payment in a report: its own, or that of the batch or message around it. */
export function statusFor(statuses: readonly PaymentStatus[], payment: NamedPayment): PaymentStatus | undefined {
  const own = statuses.findLast(({ ids }) => ids !== null && namingOf(ids, payment) !== 'other');
  return own ?? statuses.findLast(({ ids }) => ids === null);
}

interface Circumstances {
  /** A network was asked for the payment since it was last sent. */
  readonly isAnswer: boolean;
  /** How many copies of the payment the bank may have. */
  readonly copies: number;
}

/**
 * What a status says of a payment. The refusal of a message is about one copy of its payments, and that of a duplicate about
 * a second copy: another one may be paid. Only a network that was asked for the payment means the payment itself.
 */
export function toldOfPayment(status: PaymentStatus, { isAnswer, copies }: Circumstances): PaymentStatus {
  if (status.outcome !== 'rejected') return status;
  const isDuplicate = DUPLICATES.has(status.reason ?? '');
  const isDecided = copies === 1 ? isAnswer || !isDuplicate : isAnswer && !isDuplicate && status.ids !== null;
  return isDecided ? status : { ...status, outcome: 'unknown' };
}

/** What a status does to a payment: its next states, or that it contradicts what is known. */
export type PaymentStep =
  { readonly moves: readonly EntryStatus[]; readonly contradiction: false } | { readonly contradiction: true };

const NOTHING: PaymentStep = { moves: [], contradiction: false };
const CONTRADICTION: PaymentStep = { contradiction: true };

const steps: Readonly<Record<'accepted' | 'settled' | 'rejected', Partial<Record<EntryStatus, PaymentStep>>>> = {
  accepted: { filed: moves('accepted'), rejected: CONTRADICTION },
  settled: { filed: moves('accepted', 'settled'), accepted: moves('settled'), rejected: CONTRADICTION },
  rejected: { filed: moves('rejected'), accepted: moves('rejected'), settled: CONTRADICTION },
};

/**
 * Settled with finality, and not posted to the payee yet. The bank of the payee may still refuse it: then it sends the money
 * back, and only that return counts.
 */
export const UNPOSTED = 'ACWP';

/** `code` is that of the payment, with which it came into its state. */
export function stepOf(
  outcome: PaymentStatus['outcome'],
  { state, code }: { readonly state: EntryStatus; readonly code: string | null },
): PaymentStep {
  if (outcome === 'none' || outcome === 'unknown') return NOTHING;
  if (state === 'settled' && code === UNPOSTED) return outcome === 'settled' ? moves('settled') : NOTHING;
  return steps[outcome][state] ?? NOTHING;
}

function moves(...states: readonly EntryStatus[]): PaymentStep {
  return { moves: states, contradiction: false };
}
