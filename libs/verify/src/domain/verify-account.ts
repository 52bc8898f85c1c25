import { canMove, DAY_MS, HOUR_MS, isSame, newYorkDate } from '@payments/kernel';
import { debitFindingOfCode, isAboutAccount, statusOfCode } from './network-findings.table.js';
import { isInstant, probeTransitions } from './probe.js';
import type { ProbeState, Rail } from './probe.js';
import { isAboutStatus, isUnderWay, Probes } from './probes.js';
import {
  controlTransitions,
  debitTransitions,
  isEnded,
  ownershipTransitions,
  verificationTransitions,
} from './statuses.js';
import type { DebitStatus, OwnershipStatus, VerificationStatus } from './statuses.js';
import type {
  Evidence,
  Matches,
  ScheduledStep,
  VerifyAccountChanges,
  VerifyAccountEvent,
  VerifyAccountState,
} from './verify-account-state.js';
import type {
  Examination,
  NetworkAnswer,
  ProbeStep,
  ProbeTimes,
  StepTime,
  SubmitOptions,
  Timetable,
} from './verify-steps.js';
import { verifyErrors } from './verify.errors.js';

const CODE_VALID_MS = 14 * DAY_MS;
const WATCHED_MS = 60 * DAY_MS;
const WAITS_FOR_FUNDS_MS = DAY_MS;
const LOOKS_FOR_FUNDS_MS = HOUR_MS;
export const MAX_CONTROL_ATTEMPTS = 3;

interface Decision {
  readonly reason: string | null;
  readonly evidence: Evidence | null;
  readonly now: Date;
}

/** A verification with its probes: the only place that decides the effect of a step or a result. */
export class VerifyAccount {
  private events: VerifyAccountEvent[] = [];
  private steps: ScheduledStep[] = [];
  private saved: VerifyAccountState;
  private readonly probes: Probes;
  private isNews = false;

  private constructor(
    private state: VerifyAccountState,
    probes: readonly ProbeState[],
  ) {
    this.saved = state;
    this.probes = new Probes(probes);
  }

  static restore(state: VerifyAccountState, probes: readonly ProbeState[]): VerifyAccount {
    return new VerifyAccount(state, probes);
  }

  snapshot(): VerifyAccountState {
    return this.state;
  }

  probeSnapshots(): readonly ProbeState[] {
    return this.probes.all();
  }

  /** The changes since it was loaded, or since the last call: one event, if any of what clients see has changed. */
  takeChanges(): VerifyAccountChanges {
    if (this.isNews) {
      this.state = { ...this.state, sequence: this.state.sequence + 1 };
      this.events.push({ type: 'verify_account_updated', occurredAt: this.state.updated_at, state: this.state });
      this.isNews = false;
    }
    const { probes, postings, steps } = this.probes.takeChanges();
    const isChanged = this.state !== this.saved;
    const changes = { isChanged, events: this.events, probes, postings, steps: [...this.steps, ...steps] };
    this.saved = this.state;
    [this.events, this.steps] = [[], []];
    return changes;
  }

  /** Whether a provider has to say what the account is, or how its holder gets the code. */
  get needsExamination(): boolean {
    const { verification_status, control_status, statement_code_hash } = this.state;
    if (this.probes.aboutStatus.some(isUnderWay)) return false;
    return verification_status === 'pending' || (control_status === 'pending' && statement_code_hash === null);
  }

  /** Whether a provider has to compare the owner. */
  get needsOwnership(): boolean {
    const { ownership_status, verification_status, control_status } = this.state;
    return ownership_status === 'pending' && (verification_status === 'valid' || control_status === 'valid');
  }

  /** The rails that could not carry a probe. */
  get triedRails(): readonly Rail[] {
    return this.probes.aboutStatus.filter((probe) => !isUnderWay(probe)).map(({ rail }) => rail);
  }

  /** Applies what the providers found out. Without a decision or a probe the verification fails: nobody knows. */
  examined(found: Examination, options: StepTime & { readonly probeId: string; readonly timetable: Timetable }): void {
    const { now, at, probeId } = options;
    const { decision, probe, statementCodeHash } = found;
    if (decision !== undefined) this.decide(decision.status, { reason: null, ...decision, now });
    if (isEnded(this.state.verification_status) || !this.needsExamination) return;
    if (statementCodeHash !== undefined) return this.codeSent(statementCodeHash, at);
    if (probe !== undefined) {
      const purpose = this.state.control_status === 'pending' && probe.amount > 0n ? 'control' : 'status';
      if (purpose === 'control' || this.state.verification_status === 'pending') {
        const made = this.probes.add(
          { ...probe, id: probeId, account_id: this.state.id, purpose, side: 'destination' },
          ...([options.timetable(probe.rail, at), { now, at }] as const),
        );
        this.change({ estimated_verification_date: estimateOf(made) }, now);
        return;
      }
    }
    if (this.state.verification_status === 'pending') {
      this.decide('failed', { reason: 'unsupported_transfer', evidence: this.state.evidence, now });
    } else this.cancelControl(now);
  }

  /** Applies a comparison of the owner. The numbers of the claim are erased. */
  ownerCompared(status: OwnershipStatus, matches: Matches | null, now: Date): void {
    if (this.needsOwnership) this.endOwnership(status, matches, now);
  }

  /**
   * Begins a debit check: a credit and a debit with one effective date. A check that goes on, or that was passed, is not
   * repeated.
   * @returns whether one begins
   * @throws account_not_valid
   */
  checkDebit(
    rail: Rail,
    options: StepTime & { readonly timetable: Timetable; readonly newProbeId: () => string },
  ): boolean {
    const { debit_status } = this.state;
    const { verification_status, account_number } = this.state;
    if (verification_status !== 'valid' || account_number === null) throw verifyErrors.account_not_valid();
    if (debit_status === 'pending' || debit_status === 'valid') return false;
    const times = options.timetable(rail, options.at);
    const parts = [
      ['debit_credit', 'destination'],
      ['debit', 'source'],
    ] as const;
    for (const [purpose, side] of parts) {
      const id = options.newProbeId();
      this.probes.add({ id, account_id: this.state.id, rail, amount: 1n, purpose, side }, times, options);
    }
    this.change({ debit_status: 'pending', debit_status_reason: null }, options.now);
    return true;
  }

  /**
   * Records that a probe is about to be submitted, before the call that may or may not arrive. One that has missed its
   * window waits for the next, one without funds is tried again after an hour, and a debit never goes before its credit.
   */
  submit(probeId: string, options: SubmitOptions): 'goes' | 'waits' | 'refused' {
    const probe = this.probes.get(probeId);
    const { now, at, timetable } = options;
    if (this.isUnwanted(probe)) {
      this.probes.cancel(probe, { now, at });
      return 'refused';
    }
    const isLate = !isInstant(probe.rail) && at.getTime() > probe.window_at.getTime() + options.graceMs(probe.rail);
    if (isLate) return this.wait(probe, timetable(probe.rail, at), { now, at });
    const credit = probe.purpose === 'debit' ? this.probes.creditOf(probe) : undefined;
    if (credit?.status === 'ready') return this.wait(probe, credit, { now, at });
    const isFirst = probe.status === 'ready';
    const costs = isFirst && probe.side === 'destination' && probe.amount > 0n;
    if (costs && !options.takeFunds(probe.amount)) {
      return this.awaitFunds(probe, options);
    }
    if (isFirst) this.probes.post(probe, 'submit', at);
    this.probes.change(probeId, { status: 'submitting', batch_id: options.batchId }, now);
    if (options.statementCodeHash !== undefined) this.codeSent(options.statementCodeHash, at);
    return 'goes';
  }

  /** Records that the processor has a probe. A result may already have moved it further. */
  confirm(probeId: string, now: Date): void {
    if (this.probes.get(probeId).status === 'submitting') this.probes.change(probeId, { status: 'submitted' }, now);
  }

  /** A later window, as the bank reports it. */
  retime(probeId: string, times: Omit<ProbeTimes, 'window_at'>, now: Date): void {
    const probe = this.probes.change(probeId, times, now);
    if (probe.status === 'settled') this.probes.awaitSilence(probe);
    if (isAboutStatus(probe)) this.change({ estimated_verification_date: estimateOf(probe) }, now);
  }

  /** The trace number of its entry, whichever result tells it. */
  trace(probeId: string, trace_number: string | null, now: Date): void {
    if (this.probes.get(probeId).trace_number !== trace_number) this.probes.change(probeId, { trace_number }, now);
  }

  /** Takes the steps that a result implies; those that the probe has already taken are left out. */
  record(
    probeId: string,
    steps: readonly ProbeStep[],
    { answer, now }: { readonly answer: NetworkAnswer; readonly now: Date },
  ): void {
    for (const step of steps) this.advance(probeId, step, { answer, now });
    const last = steps.at(-1)!.at;
    const { last_result_at } = this.probes.get(probeId);
    if (last_result_at === null || last_result_at < last) this.probes.change(probeId, { last_result_at: last }, now);
  }

  /** The time in which banks return an entry is over. */
  clear(probeId: string, { now, at }: StepTime): void {
    const probe = this.probes.get(probeId);
    if (probe.status !== 'settled' || probe.hold_until === null || at < probe.hold_until) return;
    this.release(probe, { now, at });
  }

  /**
   * Judges a statement code. Another guess is not judged once it was right, or the code is gone.
   * @throws control_not_requested, control_canceled
   */
  confirmControl(isRight: boolean, { now, at }: StepTime): 'valid' | 'wrong' | 'expired' | 'exhausted' {
    const { control_status, control_attempts, control_until } = this.state;
    if (control_status === null) throw verifyErrors.control_not_requested();
    if (control_status === 'valid') return 'valid';
    if (control_attempts >= MAX_CONTROL_ATTEMPTS) return 'exhausted';
    if (control_status === 'canceled') throw verifyErrors.control_canceled();
    if (control_until !== null && at >= control_until) {
      this.cancelControl(now);
      return 'expired';
    }
    if (isRight) {
      this.change({ control_status: 'valid' }, now);
      if (this.needsOwnership) this.examine(at);
      return 'valid';
    }
    this.state = { ...this.state, control_attempts: control_attempts + 1 };
    if (control_attempts + 1 === MAX_CONTROL_ATTEMPTS) this.cancelControl(now);
    return 'wrong';
  }

  /** Cancels the code once it is out of date. */
  expireControl({ now, at }: StepTime): void {
    const { control_status, control_until } = this.state;
    if (control_status === 'pending' && control_until !== null && at >= control_until) this.cancelControl(now);
  }

  /** A payment of the enterprise to this account was returned: a code about the account flips a valid one. */
  paymentReturned(
    code: string | null,
    { reason, rail, now }: { readonly reason: string; readonly rail: Rail; readonly now: Date },
  ): void {
    if (this.state.verification_status !== 'valid' || !isAboutAccount(code)) return;
    const evidence = { provider: 'payments', rail, checked_at: now.toISOString() } as const;
    this.decide(statusOfCode(code), { reason, evidence, now });
  }

  private decide(
    status: Exclude<VerificationStatus, 'pending'>,
    { reason: status_reason, evidence, now }: Decision,
  ): void {
    if (!canMove(verificationTransitions, this.state.verification_status, status)) return;
    this.change({ verification_status: status, status_reason, evidence }, now);
    if (status === 'valid') {
      if (this.needsOwnership) this.examine(now);
      return;
    }
    this.cancelControl(now);
    if (this.state.ownership_status === 'pending') this.endOwnership('not_found', null, now);
    if (this.state.debit_status === 'pending') this.endDebitCheck('failed', status_reason, now);
  }

  private endOwnership(status: OwnershipStatus, matches: Matches | null, now: Date): void {
    if (!canMove(ownershipTransitions, this.state.ownership_status ?? 'pending', status)) return;
    this.change({ ownership_status: status, matches, identity_number: null }, now);
  }

  private cancelControl(now: Date): void {
    const { control_status } = this.state;
    if (control_status === null || !canMove(controlTransitions, control_status, 'canceled')) return;
    this.change({ control_status: 'canceled' }, now);
  }

  private codeSent(statement_code_hash: string, at: Date): void {
    const control_until = new Date(at.getTime() + CODE_VALID_MS);
    this.state = { ...this.state, statement_code_hash, control_until };
    this.steps.push({ kind: 'expire', subject_id: this.state.id, from: at, until: control_until });
  }

  private advance(
    probeId: string,
    { kind, network_reason_code, trace_number, at }: ProbeStep,
    { answer, now }: { readonly answer: NetworkAnswer; readonly now: Date },
  ): void {
    const probe = this.probes.get(probeId);
    if (!canMove(probeTransitions, probe.status, kind)) return;
    if (kind === 'released') return this.release(probe, { now, at });
    if (kind === 'rejected' || kind === 'returned') {
      this.probes.change(probeId, { status: kind, network_reason_code, return_trace_number: trace_number }, now);
      this.probes.takeBack(probe, at);
      return this.failed(probe, { ...answer, code: network_reason_code, at, now });
    }
    const moved = this.probes.change(probeId, { status: kind }, now);
    if (kind === 'settled') this.probes.settled(moved, at);
    else if (isInstant(probe.rail)) this.taken(moved, now);
  }

  // The bank took it: of an instant network at once, of ACH after the time in which it returns entries.
  private taken(probe: ProbeState, now: Date): void {
    if (isAboutStatus(probe)) {
      const evidence = { provider: providerOf(probe), rail: probe.rail, checked_at: now.toISOString() };
      this.decide('valid', { reason: null, evidence, now });
      return;
    }
    const debit = this.probes.latestDebit;
    const isPassed = debit?.status === 'released' && this.probes.creditOf(debit)?.status === 'released';
    if (isPassed) this.endDebitCheck('valid', null, now);
  }

  private failed(
    probe: ProbeState,
    { code, reason, isUnavailable, at, now }: NetworkAnswer & StepTime & { readonly code: string | null },
  ): void {
    const watchedUntil = (probe.hold_until ?? probe.settles_at).getTime() + WATCHED_MS;
    if (at.getTime() > watchedUntil) return;
    const evidence = { provider: providerOf(probe), rail: probe.rail, checked_at: now.toISOString() };
    if (isAboutStatus(probe)) {
      if (isUnavailable && isInstant(probe.rail)) this.examine(at);
      else this.decide(statusOfCode(code), { reason, evidence, now });
      return;
    }
    const { status, reason: because = reason } = debitFindingOfCode(code);
    if (this.probes.isOfLatestCheck(probe))
      this.endDebitCheck(probe.purpose === 'debit' ? status : 'failed', because, now);
    if (isAboutAccount(code)) this.decide(statusOfCode(code), { reason, evidence, now });
  }

  private endDebitCheck(status: Exclude<DebitStatus, 'pending'>, reason: string | null, now: Date): void {
    if (!canMove(debitTransitions, this.state.debit_status ?? 'pending', status)) return;
    this.change({ debit_status: status, debit_status_reason: reason }, now);
  }

  private isUnwanted(probe: ProbeState): boolean {
    const { verification_status, control_status, debit_status } = this.state;
    if (probe.purpose === 'status') return verification_status !== 'pending';
    if (probe.purpose === 'control') return control_status !== 'pending' && verification_status !== 'pending';
    return debit_status !== 'pending' || !this.probes.isOfLatestCheck(probe);
  }

  private awaitFunds(probe: ProbeState, { now, at, timetable }: SubmitOptions): 'waits' | 'refused' {
    if (at.getTime() - probe.requested_at.getTime() >= WAITS_FOR_FUNDS_MS) {
      this.probes.cancel(probe, { now, at });
      const evidence = { provider: providerOf(probe), rail: probe.rail, checked_at: now.toISOString() };
      if (isAboutStatus(probe)) this.decide('failed', { reason: 'unexpected_error', evidence, now });
      else this.endDebitCheck('failed', 'unexpected_error', now);
      return 'refused';
    }
    return this.wait(probe, timetable(probe.rail, new Date(at.getTime() + LOOKS_FOR_FUNDS_MS)), { now, at });
  }

  private wait(probe: ProbeState, times: ProbeTimes, { now, at }: StepTime): 'waits' {
    const waiting = this.probes.postpone(probe, times, { now, at });
    if (isAboutStatus(probe)) this.change({ estimated_verification_date: estimateOf(waiting) }, now);
    return 'waits';
  }

  private release(probe: ProbeState, { now, at }: StepTime): void {
    this.probes.post(probe, 'release', at);
    this.taken(this.probes.change(probe.id, { status: 'released' }, now), now);
  }

  private examine(at: Date): void {
    this.steps.push({ kind: 'examine', subject_id: this.state.id, from: at, until: at });
  }

  private change(change: Partial<VerifyAccountState>, now: Date): void {
    if (isSame({ ...this.state, ...change }, this.state)) return;
    this.state = { ...this.state, ...change, updated_at: now };
    this.isNews = true;
  }
}

function providerOf({ rail, amount }: ProbeState): Evidence['provider'] {
  if (isInstant(rail)) return 'instant';
  return amount === 0n ? 'prenote' : 'micro';
}

function estimateOf({ hold_until, settles_at }: Pick<ProbeState, 'hold_until' | 'settles_at'>): Date {
  return new Date(`${newYorkDate(hold_until ?? settles_at)}T00:00:00.000Z`);
}
