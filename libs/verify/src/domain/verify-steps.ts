import type { ProbeState, ProbeStatus, Rail } from './probe.js';
import type { VerificationStatus } from './statuses.js';
import type { Evidence } from './verify-account-state.js';

/** Real time, for the records, and the banking time that a step belongs to. */
export interface StepTime {
  readonly now: Date;
  readonly at: Date;
}

/** When a probe goes out, and what follows. */
export type ProbeTimes = Pick<ProbeState, 'window_at' | 'effective_date' | 'settles_at' | 'hold_until'>;

/** The times of a probe on a rail from a banking instant on. */
export type Timetable = (rail: Rail, at: Date) => ProbeTimes;

/** What a provider asks to send. */
export interface RequestedProbe {
  readonly rail: Rail;
  readonly amount: 0n | 1n;
}

/** What the providers found out about an account. */
export interface Examination {
  readonly decision?: {
    readonly status: Exclude<VerificationStatus, 'pending'>;
    readonly reason?: string;
    readonly evidence: Evidence;
  };
  readonly probe?: RequestedProbe;
  /** Of a code that its holder knows without a probe. */
  readonly statementCodeHash?: string;
}

export interface SubmitOptions extends StepTime {
  readonly batchId: string;
  readonly timetable: Timetable;
  /** How long after its window a probe may still join it; endless on a rail without windows. */
  readonly graceMs: (rail: Rail) => number;
  /** Takes the amount out of what is available; false when there is not enough. */
  readonly takeFunds: (amount: bigint) => boolean;
  /** Of the code that this submission carries; only of a control probe. */
  readonly statementCodeHash?: string;
}

/** One step of a probe, as a result implies it. */
export interface ProbeStep {
  readonly kind: Extract<ProbeStatus, 'accepted' | 'settled' | 'released' | 'rejected' | 'returned'>;
  readonly network_reason_code: string | null;
  readonly trace_number: string | null;
  readonly at: Date;
}

/** What the answer of a network means, by the tables of the networks. */
export interface NetworkAnswer {
  /** The reason that its code means everywhere. */
  readonly reason: string;
  /** The rail did not carry it, whatever the account. */
  readonly isUnavailable: boolean;
}
