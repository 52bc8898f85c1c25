import { canMove } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import { endToEndId, legTransitions, railOf } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, Side } from './leg.js';
import { networkReason, reason } from './reason-codes.js';
import type { StatusReason, StatusReasons } from './reason-codes.js';
import { transferTransitions } from './transfer-status.js';
import type { TransferStatus } from './transfer-status.js';

export type Speed = 'standard' | 'same_day' | 'asap';
export type UseCase = 'payout' | 'direct_debit' | 'deposit' | 'account_to_account';
export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** A side of a transfer: what the client named, and the account version that was current at acceptance. */
export interface PartyState {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
  readonly statement_display_name?: string;
  readonly account_id: string;
  readonly account_version: number;
}

/** A transfer as stored, column-shaped. */
export interface TransferState {
  readonly id: string;
  readonly transfer_reference_id: string;
  readonly use_case: UseCase;
  /** Cents. */
  readonly amount: bigint;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source: PartyState | null;
  readonly destination: PartyState | null;
  readonly status: TransferStatus;
  readonly status_reasons: readonly StatusReasons[];
  readonly account_statement_descriptor: string | null;
  readonly metadata: Metadata | null;
  /** Counts the events of the transfer. */
  readonly sequence: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface TransferEvent extends DomainEvent<'transfer_created' | 'transfer_updated'> {
  readonly sequence: number;
  /** The transfer as it was right after the event. */
  readonly state: TransferState;
}

export interface StatusChange {
  readonly position: number;
  readonly status: TransferStatus;
  readonly updated_at: Date;
}

type PartyStatus = 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';

/** What verification says of a party: of its account and its customer. */
export interface PartyVerdict {
  readonly account: PartyStatus;
  readonly customer: PartyStatus;
  /** The account has other details by now than those that the transfer names: the verdict is not about these. */
  readonly changed?: boolean;
}

/** Whether the parties may be paid or debited. */
export type Clearance = Readonly<Partial<Record<Side, PartyVerdict>>>;

const RESULT_RANK: Readonly<Record<LegStatus, number>> = {
  held: 0,
  ready: 0,
  submitting: 0,
  submitted: 0,
  accepted: 1,
  settled: 2,
  rejected: 3,
  returned: 3,
  canceled: 3,
};

/** A transfer with its legs: the one place that decides what a step or a result makes of it. */
export class Transfer {
  private readonly events: TransferEvent[] = [];
  private readonly changes: StatusChange[] = [];

  private constructor(
    private state: TransferState,
    private legs: readonly LegState[],
  ) {}

  static restore(state: TransferState, legs: readonly LegState[]): Transfer {
    return new Transfer(state, legs);
  }

  snapshot(): TransferState {
    return this.state;
  }

  legSnapshots(): readonly LegState[] {
    return this.legs;
  }

  pullEvents(): TransferEvent[] {
    return this.events.splice(0);
  }

  pullStatusChanges(): StatusChange[] {
    return this.changes.splice(0);
  }

  /**
   * Moves on once verification has spoken about the parties: legs are made, or the transfer fails.
   * @returns false while a verdict is still awaited and there is time left to wait.
   */
  clear(clearance: Clearance, { now, waitUntil, newLegId }: ClearOptions): boolean {
    if (this.state.status !== 'created') return true;
    const verdicts = sidesOf(this.state).map((side) => {
      const { account, customer, changed = false } = clearance[side] ?? UNKNOWN;
      return {
        side,
        waits: !changed && (account === 'created' || customer === 'created'),
        cleared: !changed && account === 'verified' && customer === 'verified',
      };
    });
    const refused = verdicts.filter(({ waits, cleared }) => !cleared && (!waits || now >= waitUntil));
    if (refused.length > 0) {
      const reasons = refused.map(({ side }) => [side, reason('account_not_verified')]);
      this.fail(Object.fromEntries(reasons) as StatusReasons, now);
      return true;
    }
    if (verdicts.some(({ cleared }) => !cleared)) return false;
    this.legs = sidesOf(this.state).map((side) => this.newLeg(side, newLegId(), now));
    this.moveTo('pending', now);
    return true;
  }

  /**
   * Notes that a leg is about to be handed over, before the call that may or may not arrive; one that did not arrive
   * goes out again in another batch. A leg whose party is not verified any more fails the transfer instead; that a
   * party has closed stops nothing that was accepted.
   * @returns whether the leg goes out.
   */
  handOver(legId: string, { batchId, clearance, now }: HandOverOptions): boolean {
    const { side, status } = this.leg(legId);
    if (status === 'ready' && !mayBePaid(clearance[side] ?? UNKNOWN)) {
      this.legRefused(side, reason('account_not_verified'), now);
      return false;
    }
    this.changeLeg(
      legId,
      { ...(status !== 'submitting' && { status: 'submitting' as const }), batch_id: batchId },
      now,
    );
    return true;
  }

  /** Notes that the processor has a leg. A result may have told more already. */
  confirmLeg(legId: string, now: Date): void {
    if (this.leg(legId).status === 'submitting') this.changeLeg(legId, { status: 'submitted' }, now);
  }

  /**
   * Takes in what the processor says. A result that comes late tells nothing new and changes nothing; one that comes
   * early stands for those before it.
   */
  recordResult(result: ProcessorResult, now: Date): void {
    const leg = this.legs.find(({ end_to_end_id }) => end_to_end_id === result.end_to_end_id);
    if (leg === undefined) throw new Error(`transfer ${this.state.id} has no leg ${result.end_to_end_id}`);
    if (RESULT_RANK[result.kind] <= RESULT_RANK[leg.status] || !canMove(legTransitions, leg.status, result.kind))
      return;
    const refused = result.kind === 'rejected' || result.kind === 'returned';
    this.changeLeg(
      leg.id,
      {
        status: result.kind,
        network_reason_code: result.network_reason_code,
        ...(refused ? { return_trace_number: result.trace_number } : { trace_number: result.trace_number }),
      },
      now,
    );
    if (refused) this.legRefused(leg.side, networkReason(result.network_reason_code, leg.rail), now);
    else this.legAdvanced(leg.side, result.kind === 'settled', now);
  }

  private legRefused(side: Side, why: StatusReason, now: Date): void {
    for (const { id, status } of this.legs) {
      if (status === 'held' || status === 'ready') this.changeLeg(id, { status: 'canceled' }, now);
    }
    this.fail({ [side]: why }, now);
  }

  private legAdvanced(side: Side, settled: boolean, now: Date): void {
    const { use_case, status } = this.state;
    const waiting = this.legs.find((leg) => leg.status === 'held');
    if (side === 'source' && waiting !== undefined) {
      if (settled) this.changeLeg(waiting.id, { status: 'ready' }, now);
      return;
    }
    const completes = use_case === 'direct_debit' || side === 'destination';
    if (completes && status === 'pending') this.moveTo('completed', now);
    if (settled && use_case === 'direct_debit' && this.state.status === 'completed') this.moveTo('settled', now);
  }

  private fail(reasons: StatusReasons, now: Date): void {
    const status_reasons = [...this.state.status_reasons, reasons];
    this.state = { ...this.state, status_reasons };
    if (this.state.status === 'failed') this.record('transfer_updated', now);
    else this.moveTo('failed', now);
  }

  private moveTo(status: TransferStatus, now: Date): void {
    const from = this.state.status;
    if (!canMove(transferTransitions, from, status)) {
      throw new Error(`transfer ${this.state.id}: ${from} does not lead to ${status}`);
    }
    this.state = { ...this.state, status };
    this.record('transfer_updated', now);
    this.changes.push({ position: this.state.sequence, status, updated_at: now });
  }

  private record(type: TransferEvent['type'], now: Date): void {
    const sequence = this.state.sequence + 1;
    this.state = { ...this.state, sequence, updated_at: now };
    this.events.push({ type, occurredAt: now, sequence, state: this.state });
  }

  private newLeg(side: Side, id: string, now: Date): LegState {
    const { amount, speed, id: transfer_id, use_case } = this.state;
    const party = this.state[side]!;
    const waits = side === 'destination' && use_case !== 'payout';
    return {
      id,
      transfer_id,
      side,
      rail: railOf(side, speed),
      amount,
      account_id: party.account_id,
      account_version: party.account_version,
      end_to_end_id: endToEndId(id),
      status: waits ? 'held' : 'ready',
      batch_id: null,
      trace_number: null,
      return_trace_number: null,
      network_reason_code: null,
      version: 1,
      created_at: now,
      updated_at: now,
    };
  }

  private leg(id: string): LegState {
    const leg = this.legs.find((candidate) => candidate.id === id);
    if (leg === undefined) throw new Error(`transfer ${this.state.id} has no leg ${id}`);
    return leg;
  }

  private changeLeg(id: string, change: Partial<LegState>, now: Date): void {
    const leg = this.leg(id);
    if (change.status !== undefined && !canMove(legTransitions, leg.status, change.status)) {
      throw new Error(`leg ${id}: ${leg.status} does not lead to ${change.status}`);
    }
    this.legs = this.legs.map((other) => (other.id === id ? { ...leg, ...change, updated_at: now } : other));
  }
}

const UNKNOWN: PartyVerdict = { account: 'created', customer: 'created' };

function mayBePaid({ account, customer }: PartyVerdict): boolean {
  return [account, customer].every((status) => status === 'verified' || status === 'closed');
}

export interface HandOverOptions {
  readonly batchId: string;
  readonly clearance: Clearance;
  readonly now: Date;
}

export interface ClearOptions {
  readonly now: Date;
  /** A verdict that has not come by then counts as a refusal. */
  readonly waitUntil: Date;
  readonly newLegId: () => string;
}

/** The sides that a transfer has, the debit first. */
export function sidesOf(transfer: { readonly source: unknown; readonly destination: unknown }): Side[] {
  return (['source', 'destination'] as const).filter((side) => transfer[side] !== null);
}

/** Destination only is a payout, source only a direct debit, both a deposit when the enterprise receives. */
export function useCaseOf(
  parties: { readonly source?: unknown; readonly destination?: { readonly customer_reference_id: string } | undefined },
  enterpriseName: string,
): UseCase {
  if (parties.source === undefined) return 'payout';
  if (parties.destination === undefined) return 'direct_debit';
  return parties.destination.customer_reference_id === enterpriseName ? 'deposit' : 'account_to_account';
}
