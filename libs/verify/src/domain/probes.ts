import { canMove } from '@payments/kernel';
import { movesOf, undo } from './probe-postings.js';
import type { ProbePosting, Step } from './probe-postings.js';
import { isInstant, isOpen, isSent, probeEndToEndId, probeTransitions } from './probe.js';
import type { ProbePurpose, ProbeState } from './probe.js';
import type { ScheduledStep } from './verify-account-state.js';
import type { ProbeTimes, RequestedProbe, StepTime } from './verify-steps.js';

type NewProbe = RequestedProbe & {
  readonly id: string;
  readonly account_id: string;
  readonly purpose: ProbePurpose;
  readonly side: ProbeState['side'];
};

/** The probes of one verification, oldest first, with the entries and the waits that follow from their steps. */
export class Probes {
  private postings: ProbePosting[] = [];
  private steps: ScheduledStep[] = [];
  private saved: readonly ProbeState[];

  constructor(private probes: readonly ProbeState[]) {
    this.saved = probes;
  }

  all(): readonly ProbeState[] {
    return this.probes;
  }

  /** What has changed since the last call. */
  takeChanges() {
    const probes = this.probes.filter((probe) => !this.saved.includes(probe));
    const changes = { probes, postings: this.postings, steps: this.steps };
    this.saved = this.probes;
    [this.postings, this.steps] = [[], []];
    return changes;
  }

  get(id: string): ProbeState {
    const probe = this.probes.find((each) => each.id === id);
    if (probe === undefined) throw new Error(`there is no probe ${id}`);
    return probe;
  }

  /** Those about the account itself that went out, or will. */
  get aboutStatus(): readonly ProbeState[] {
    return this.probes.filter(isAboutStatus);
  }

  get latestDebit(): ProbeState | undefined {
    return this.probes.findLast(({ purpose }) => purpose === 'debit');
  }

  /** The credit of the same debit check. */
  creditOf({ requested_at }: ProbeState): ProbeState | undefined {
    return this.probes.find(
      (probe) => probe.purpose === 'debit_credit' && probe.requested_at.getTime() === requested_at.getTime(),
    );
  }

  isOfLatestCheck({ requested_at }: ProbeState): boolean {
    return this.latestDebit?.requested_at.getTime() === requested_at.getTime();
  }

  add(made: NewProbe, times: ProbeTimes, { now, at }: StepTime): ProbeState {
    const probe: ProbeState = {
      ...made,
      end_to_end_id: probeEndToEndId(made.id),
      status: 'ready',
      requested_at: at,
      ...timesOf(times),
      ...{ batch_id: null, trace_number: null, return_trace_number: null, network_reason_code: null },
      ...{ last_result_at: null, version: 1, created_at: now, updated_at: now },
    };
    this.probes = [...this.probes, probe];
    this.awaitWindow(probe, at);
    return probe;
  }

  /** @throws Error when the status does not allow it */
  change(id: string, change: Partial<ProbeState>, now: Date): ProbeState {
    const probe = this.get(id);
    const to = change.status ?? probe.status;
    if (to !== probe.status && !canMove(probeTransitions, probe.status, to)) {
      throw new Error(`probe ${id}: no transition from ${probe.status} to ${to}`);
    }
    const changed = { ...probe, ...change, updated_at: now };
    this.probes = this.probes.map((other) => (other.id === id ? changed : other));
    return changed;
  }

  /** It joins a later window. */
  postpone({ id }: ProbeState, times: ProbeTimes, { now, at }: StepTime): ProbeState {
    const probe = this.change(id, { ...timesOf(times), batch_id: null }, now);
    this.awaitWindow(probe, at);
    return probe;
  }

  /** It is not sent any more. */
  cancel(probe: ProbeState, { now, at }: StepTime): void {
    if (isSent(probe)) this.takeBack(probe, at);
    this.change(probe.id, { status: 'canceled', batch_id: null }, now);
  }

  settled(probe: ProbeState, at: Date): void {
    this.post(probe, 'settle', at);
    this.awaitSilence(probe);
  }

  /** Waits for the end of the time in which banks return an entry. */
  awaitSilence({ id, hold_until, last_result_at, settles_at }: ProbeState): void {
    if (hold_until === null) return;
    this.steps.push({ kind: 'clear', subject_id: id, from: last_result_at ?? settles_at, until: hold_until });
  }

  post(probe: ProbeState, step: Step, at: Date): void {
    for (const move of movesOf(probe, step)) this.book(probe, move, at);
  }

  /** Reverses all entries since the submission. */
  takeBack(probe: ProbeState, at: Date): void {
    for (const move of undo(probe)) this.book(probe, move, at);
  }

  private awaitWindow({ id, window_at }: ProbeState, at: Date): void {
    this.steps.push({ kind: 'submit', subject_id: id, from: at, until: window_at });
  }

  private book({ id, amount }: ProbeState, move: Pick<ProbePosting, 'kind' | 'debit' | 'credit'>, at: Date): void {
    this.postings.push({ subject_id: id, leg: 'none', attempt: 1, amount, banking_at: at, ...move });
  }
}

function timesOf({ window_at, effective_date, settles_at, hold_until }: ProbeTimes): ProbeTimes {
  return { window_at, effective_date, settles_at, hold_until };
}

export function isAboutStatus({ purpose }: Pick<ProbeState, 'purpose'>): boolean {
  return purpose === 'status' || purpose === 'control';
}

/** Whether it shows, or is about to show, what the account is. */
export function isUnderWay(probe: ProbeState): boolean {
  if (isInstant(probe.rail) && probe.status === 'settled') return true;
  return isOpen(probe) || probe.status === 'released';
}
