import { canMove, isSame, MINUTE_MS } from '@payments/kernel';
import { hasWindow } from './ach-windows.js';
import { asDecided, classifyResult } from './classify-result.js';
import { type HoldDecision, judged, withDecision, withdrawn } from './gate.js';
import { legTransitions, timetable } from './leg.js';
import type { LegState, ProcessorResult, Retiming, Side } from './leg.js';
import {
  attempted,
  expectedDelivery,
  isSent,
  isUnsent,
  laterOf,
  postponed,
  resultsUpTo,
  traceOf,
  triedRails,
  withUnavailable,
} from './leg-steps.js';
import type { LegStep, Routing } from './leg-steps.js';
import { openLegs } from './open-legs.js';
import { booksOf, type Move, type Posting, release, reserve, settle, submit, undo, unreserve } from './postings.js';
import { isInstant, isUnavailable, unroutable } from './rails.js';
import { networkReason, reason, type StatusReason, type StatusReasons } from './reason-codes.js';
import type { ResultEffect } from './result-effects.table.js';
import { transferErrors } from './transfer.errors.js';
import type { ScheduledStep, TransferChanges } from './transfer-changes.js';
import type { AcceptOptions, OpenOptions, ResultMoment, SubmitOptions } from './transfer-options.js';
import { isPayable, keptMetadata, newTransfer, sidesOf, UNKNOWN } from './transfer-state.js';
import type {
  PartyVerification,
  Metadata,
  NewTransfer,
  StepTime,
  StatusChange,
  TransferEvent,
  TransferRequest,
  TransferState,
} from './transfer-state.js';
import { verificationDecision } from './verification-decision.js';
import { type TransferStatus, transferTransitions } from './transfer-status.js';
import { type TransferType, transferTypes, useCaseOf } from './transfer-type.js';

/** A new transfer: once stored, it is loaded with its parties looked up. */
export interface OpenedTransfer {
  readonly state: NewTransfer;
  readonly changes: TransferChanges;
}

/** Whether a leg is submitted now, waits for another window, or can no longer be submitted. */
export type SubmissionOutcome = 'goes' | 'waits' | 'refused';

/** A transfer with its legs: the only place that decides the effect of a step or a result. */
export class Transfer {
  private readonly events: TransferEvent[] = [];
  private readonly statuses: StatusChange[] = [];
  private readonly postings: Posting[] = [];
  private readonly steps: ScheduledStep[] = [];
  private savedLegs: readonly LegState[];

  private constructor(
    private state: TransferState,
    private legs: readonly LegState[],
  ) {
    this.savedLegs = legs;
  }

  /** A transfer as a client requests it, with its first records. */
  static open(request: TransferRequest, { id, enterpriseName, maker, now }: OpenOptions): OpenedTransfer {
    const begun = newTransfer(request, { id, use_case: useCaseOf(request, enterpriseName), ...maker, now });
    const state = { ...begun, sequence: begun.sequence + 1 };
    const { sequence, status } = state;
    const events = [{ type: 'transfer_created' as const, occurredAt: now, sequence, state }];
    const statuses = [{ position: sequence, status, updated_at: now }];
    return { state, changes: { events, statuses, legs: [], before: [], postings: [], steps: [] } };
  }

  static restore(state: TransferState, legs: readonly LegState[]): Transfer {
    return new Transfer(state, legs);
  }

  snapshot(): TransferState {
    return this.state;
  }

  legSnapshots(): readonly LegState[] {
    return this.legs;
  }

  /** The changes since the transfer was loaded, or since the last call. */
  takeChanges(): TransferChanges {
    const legs = this.legs.filter((leg) => !this.savedLegs.includes(leg));
    const before = this.savedLegs.filter((leg) => !this.legs.includes(leg));
    this.savedLegs = this.legs;
    return {
      events: this.events.splice(0),
      statuses: this.statuses.splice(0),
      legs,
      before,
      postings: this.postings.splice(0),
      steps: this.steps.splice(0),
    };
  }

  /** Whether a created transfer goes on as soon as the gates let it pass. */
  isCleared(partyVerification: PartyVerification, time: Pick<AcceptOptions, 'now' | 'waitUntil'>): boolean {
    return this.state.status === 'created' && verificationDecision(this.state, partyVerification, time) === 'cleared';
  }

  /**
   * Advances once the parties have verification results: legs are created and routed, a payout's money is reserved, or
   * the transfer fails. A transfer that a gate holds stays created.
   * @returns false while a result is missing and there is time left to wait.
   */
  accept(partyVerification: PartyVerification, options: AcceptOptions): boolean {
    if (this.state.status !== 'created') return true;
    const verdict = verificationDecision(this.state, partyVerification, options);
    if (verdict === 'wait') return false;
    if (verdict !== 'cleared') this.fail(verdict, options.now);
    else this.enter(options);
    return true;
  }

  /** Notes what was decided about what holds the transfer. The gate is asked again, unless the transfer fails before. */
  noteDecision(decision: HoldDecision, now: Date): void {
    const gate = withDecision(this.state.gate, decision);
    if (gate === this.state.gate) return;
    this.state = { ...this.state, gate };
    this.record('transfer_updated', now);
  }

  /**
   * Records that a leg is about to be submitted, before the call that may or may not arrive; one that did not arrive
   * is sent again in another batch. The party is checked each time: if it is not payable, the transfer fails instead. A
   * leg that has missed its window waits for the next. One whose rail has no window any more goes: the processor rejects it.
   */
  submit(legId: string, { batchId, partyVerification, routing, ...moment }: SubmitOptions): SubmissionOutcome {
    const leg = this.leg(legId);
    const isWaiting = leg.status === 'ready' || leg.status === 'submitting';
    const hasFailed = this.state.status === 'failed';
    if (isWaiting && (hasFailed || !isPayable(partyVerification[leg.side] ?? UNKNOWN))) {
      // A batch that was sent before did not arrive: nothing of the leg is at the processor.
      this.changeLeg(legId, { batch_id: null }, moment.now);
      this.dropUnsent(moment);
      if (!hasFailed) this.fail({ [leg.side]: reason('account_not_verified') }, moment.now);
      return 'refused';
    }
    const deadline = (leg.window_at ?? moment.at).getTime() + routing.schedule.leadMinutes * MINUTE_MS;
    const mayWait = isWaiting && !isInstant(leg.rail) && hasWindow(leg.rail, routing.schedule);
    if (mayWait && moment.at.getTime() > deadline) {
      const times = timetable(leg, moment.at, routing.schedule);
      this.awaitWindow(this.changeLeg(legId, { ...times, batch_id: null }, moment.now), moment.at);
      return 'waits';
    }
    if (leg.status === 'submitting') this.changeLeg(legId, { batch_id: batchId }, moment.now);
    else {
      this.changeLeg(legId, { status: 'submitting', batch_id: batchId }, moment.now);
      this.post(leg, submit(leg), moment.at);
    }
    return 'goes';
  }

  /** Records that the processor has a leg. A result may already have moved it further. */
  confirmLeg(legId: string, now: Date): void {
    if (this.leg(legId).status === 'submitting') this.changeLeg(legId, { status: 'submitted' }, now);
  }

  /**
   * Applies what the processor reports, unless it is a duplicate or contradicts what was applied before. A result that
   * arrives early implies all earlier steps, so the order of arrival does not matter.
   * @throws Error when the leg does not belong to the transfer
   */
  recordResult(legId: string, result: ProcessorResult, moment: ResultMoment): ResultEffect {
    const leg = this.leg(legId);
    const effect = classifyResult(result, leg);
    const decided = moment.isDecided === true && effect === 'contradictory' ? asDecided(result, leg) : undefined;
    if (decided !== undefined) return this.applyResult(leg, decided, moment);
    return effect === 'apply' ? this.applyResult(leg, result, moment) : effect;
  }

  private applyResult(leg: LegState, result: ProcessorResult, moment: ResultMoment): ResultEffect {
    const legId = leg.id;
    if (result.kind === 'notification_of_change') return this.noteChange(leg, result.network_reason_code, moment.now);
    const { sequence, estimated_funds_delivery_date } = this.state;
    const trace_number = traceOf(leg, result);
    this.changeLeg(legId, { trace_number }, moment.now);
    if (result.kind === 'accepted' && result.retimed !== undefined) this.postpone(leg, result.retimed, moment);
    for (const step of resultsUpTo(result, leg)) this.advance(leg.id, step, moment);
    const { attempt, last_result_at } = this.leg(legId);
    const latest = laterOf(last_result_at, result.occurred_at);
    if (attempt === leg.attempt) this.changeLeg(legId, { last_result_at: latest }, moment.now);
    // The API shows both, so an event reports them.
    const isMoved = this.state.estimated_funds_delivery_date !== estimated_funds_delivery_date;
    const isTold = isMoved || trace_number !== leg.trace_number;
    if (isTold && this.state.sequence === sequence) this.record('transfer_updated', moment.now);
    return 'apply';
  }

  /** Ends the hold of a debit: its money becomes available, and a credit that waited for it can be submitted. */
  endHold(legId: string, { at, now, routing }: StepTime & { readonly routing: Routing }): void {
    const leg = this.leg(legId);
    if (leg.status !== 'settled' || leg.hold_until === null || at < leg.hold_until) return;
    this.changeLeg(legId, { status: 'released' }, now);
    const credit = this.legs.find(({ status }) => status === 'held');
    this.post(leg, release(credit === undefined ? 'available' : 'reserved'), at);
    if (credit !== undefined) this.routeLeg(credit, { at, now, routing });
    else if (this.type.settlesOnHoldEnd && this.state.status === 'completed') this.moveTo('settled', now);
  }

  /**
   * Cancels every unsent leg. Legs already sent continue.
   * @throws transfer_not_cancelable once the leg that pays out, or the only leg, may have reached the processor
   */
  cancel(stepTime: StepTime): void {
    const last = this.legs.at(-1);
    const cancelable = this.state.status === 'created' || (this.state.status === 'pending' && last && isUnsent(last));
    if (!cancelable) throw transferErrors.transfer_not_cancelable();
    const unsent = this.legs.length === 0 ? sidesOf(this.state) : this.legs.filter(isUnsent).map(({ side }) => side);
    this.dropUnsent(stepTime);
    this.fail(Object.fromEntries(unsent.map((side) => [side, reason('canceled_transfer')])), stepTime.now);
  }

  /** Replaces the metadata. An unchanged value records no event. */
  changeMetadata(metadata: Metadata, now: Date): void {
    const replaced = keptMetadata(metadata);
    if (isSame(replaced, this.state.metadata)) return;
    this.state = { ...this.state, metadata: replaced };
    this.record('transfer_updated', now);
  }

  private get type(): TransferType {
    return transferTypes[this.state.use_case];
  }

  private noteChange(leg: LegState, code: string | null, now: Date): ResultEffect {
    if (this.state.status_reasons.some((each) => each[leg.side]?.network_reason_code === code)) return 'duplicate';
    this.addReason({ [leg.side]: networkReason(code, leg.rail) }, now);
    return 'apply';
  }

  private enter(options: AcceptOptions): void {
    const { judgment, now } = options;
    if (judgment.outcome === 'hold' && judgment.hold.id === this.state.gate?.hold.id) return;
    this.state = { ...this.state, gate: judged(this.state.gate, judgment) };
    if (judgment.outcome === 'pass') this.open(options);
    else if (judgment.outcome === 'hold') this.record('transfer_updated', now);
    else this.fail({ [judgment.side]: reason(judgment.reason_code) }, now);
  }

  private open(options: AcceptOptions): void {
    const { routing, reserveFunds, ...moment } = options;
    const opened = openLegs(this.state, options);
    if ('stuck' in opened) {
      this.fail(opened.stuck, moment.now);
      return;
    }
    const { paysFromBalance } = this.type;
    if (paysFromBalance && !reserveFunds(this.state.amount)) {
      this.fail({ source: reason('enterprise_insufficient_funds') }, moment.now);
      return;
    }
    this.legs = opened.legs;
    const [first] = this.legs;
    if (paysFromBalance) this.post(first!, reserve, moment.at);
    this.awaitWindow(first!, moment.at);
    const expected = expectedDelivery(this.legs, routing.schedule);
    this.state = { ...this.state, estimated_funds_delivery_date: expected };
    this.moveTo('pending', moment.now);
  }

  private advance(legId: string, step: LegStep, { now, routing }: { now: Date; routing: Routing }): void {
    const leg = this.leg(legId);
    const { kind, network_reason_code, reason_text, trace_number, at } = step;
    if (!canMove(legTransitions, leg.status, kind)) return;
    if (kind === 'released') return this.endHold(legId, { at, now, routing });
    if (kind === 'rejected' && this.fallBack(leg, network_reason_code, { at, now, routing })) return;
    if (kind === 'rejected' || kind === 'returned') {
      this.changeLeg(legId, { status: kind, network_reason_code, return_trace_number: trace_number }, now);
      return this.refuse(leg, networkReason(network_reason_code, leg.rail, { text: reason_text, at }), { at, now });
    }
    this.changeLeg(legId, { status: kind }, now);
    if (kind === 'accepted') this.legAccepted(leg.side, now);
    else this.legSettled(leg, at);
  }

  // A wait for the end of the hold begins anew, and replaces the pending one.
  private postpone(leg: LegState, retimed: Retiming, { now, routing }: { now: Date; routing: Routing }): void {
    const { hold_until: until } = this.changeLeg(leg.id, postponed(leg, retimed), now);
    const waits = leg.status === 'settled' && until !== null && until > leg.hold_until!;
    if (waits)
      this.steps.push({ kind: 'end_of_hold', leg_id: leg.id, from: leg.last_result_at ?? leg.hold_until!, until });
    if (this.state.status !== 'pending' && this.state.status !== 'completed') return;
    const expected = laterOf(this.state.estimated_funds_delivery_date, expectedDelivery(this.legs, routing.schedule));
    this.state = { ...this.state, estimated_funds_delivery_date: expected };
  }

  private legAccepted(side: Side, now: Date): void {
    if (side === this.type.completesOn && this.state.status === 'pending') this.moveTo('completed', now);
  }

  private legSettled(leg: LegState, at: Date): void {
    this.post(leg, settle(leg), at);
    if (leg.hold_until === null) return;
    this.steps.push({ kind: 'end_of_hold', leg_id: leg.id, from: at, until: leg.hold_until });
  }

  // Only an unavailable rail lets the next one try: any other refusal would be repeated. A leg that the network has
  // accepted is not sent a second time, nor is one of a transfer that has failed in the meantime.
  private fallBack(leg: LegState, code: string | null, moment: StepTime & { readonly routing: Routing }): boolean {
    if (this.state.status === 'failed' || leg.status === 'accepted') return false;
    if (code === null || !isUnavailable(code)) return false;
    const failed = withUnavailable(leg, code, moment.at);
    const unavailable = triedRails(failed.attempts);
    const route = moment.routing.route(leg, this.state.speed, { at: moment.at, unavailable });
    if (route.rail === undefined) return false;
    for (const move of undo(leg)) this.post(leg, move, moment.at);
    const again = attempted({ ...failed, attempt: leg.attempt + 1, batch_id: null, trace_number: null }, route, moment);
    this.awaitWindow(this.changeLeg(leg.id, { ...again, status: 'ready' }, moment.now), moment.at);
    return true;
  }

  private routeLeg(leg: LegState, { at, now, routing }: StepTime & { readonly routing: Routing }): void {
    const ready = this.changeLeg(leg.id, { status: 'ready' }, now);
    const route = routing.route(ready, this.state.speed, { at });
    if (route.rail === undefined) return this.refuse(ready, reason(unroutable(route.candidates)), { at, now });
    this.awaitWindow(this.changeLeg(leg.id, attempted({ ...ready, attempts: [] }, route, { at, routing }), now), at);
  }

  private awaitWindow({ id, window_at }: LegState, at: Date): void {
    this.steps.push({ kind: 'hand_over', leg_id: id, from: at, until: window_at ?? at });
  }

  /** A leg failed: its entries are reversed, unsent legs are canceled, and the transfer fails. */
  private refuse(leg: LegState, why: StatusReason, stepTime: StepTime): void {
    this.dropUnsent(stepTime);
    if (isSent(leg)) {
      for (const move of undo(leg)) this.post(leg, move, stepTime.at);
      if (leg.side === 'destination') this.post(leg, unreserve, stepTime.at);
    }
    this.fail({ [leg.side]: why }, stepTime.now);
  }

  private dropUnsent({ at, now }: StepTime): void {
    for (const unsent of this.legs.filter(isUnsent)) {
      if (unsent.status === 'submitting') for (const move of undo(unsent)) this.post(unsent, move, at);
      const leg = unsent.status === 'submitting' ? this.changeLeg(unsent.id, { status: 'ready' }, now) : unsent;
      if (leg.side === 'destination' && leg.status === 'ready') this.post(leg, unreserve, at);
      this.changeLeg(leg.id, { status: 'canceled' }, now);
    }
  }

  private fail(reasons: StatusReasons, now: Date): void {
    if (this.state.status === 'failed') return this.addReason(reasons, now);
    const gate = withdrawn(this.state.gate);
    this.state = { ...this.state, gate, status_reasons: [...this.state.status_reasons, reasons] };
    this.moveTo('failed', now);
  }

  private addReason(reasons: StatusReasons, now: Date): void {
    this.state = { ...this.state, status_reasons: [...this.state.status_reasons, reasons] };
    this.record('transfer_updated', now);
  }

  private moveTo(status: TransferStatus, now: Date): void {
    const from = this.state.status;
    if (!canMove(transferTransitions, from, status)) {
      throw new Error(`transfer ${this.state.id}: no transition from ${from} to ${status}`);
    }
    this.state = { ...this.state, status };
    this.record('transfer_updated', now);
    this.statuses.push({ position: this.state.sequence, status, updated_at: now });
  }

  private record(type: TransferEvent['type'], now: Date): void {
    const sequence = this.state.sequence + 1;
    this.state = { ...this.state, sequence, updated_at: now };
    this.events.push({ type, occurredAt: now, sequence, state: this.state });
  }

  private post({ side, attempt, amount }: LegState, move: Move, banking_at: Date): void {
    const books = booksOf(move, this.state.subledger_id);
    this.postings.push({ subject_id: this.state.id, leg: side, attempt, amount, banking_at, ...move, ...books });
  }

  private leg(id: string): LegState {
    const leg = this.legs.find((candidate) => candidate.id === id);
    if (leg === undefined) throw new Error(`transfer ${this.state.id} has no leg ${id}`);
    return leg;
  }

  private changeLeg(id: string, change: Partial<LegState>, now: Date): LegState {
    const leg = this.leg(id);
    const to = change.status ?? leg.status;
    if (to !== leg.status && !canMove(legTransitions, leg.status, to)) {
      throw new Error(`leg ${id}: no transition from ${leg.status} to ${to}`);
    }
    const changed = { ...leg, ...change, updated_at: now };
    this.legs = this.legs.map((other) => (other.id === id ? changed : other));
    return changed;
  }
}
