import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { LegAttempt, LegState, LegStatus, Side } from '../domain/leg.js';
import { isInstant } from '../domain/rails.js';
import type { Candidate } from '../domain/rails.js';
import type { Rail } from '../domain/reason-codes.js';
import { transferErrors } from '../domain/transfer.errors.js';
import type { Speed } from '../domain/transfer-state.js';
import { Transfers } from './ports.js';
import type { UseCase } from '../domain/transfer-type.js';

export interface AttemptView {
  readonly attempt: number;
  readonly rail: Rail;
  readonly end_to_end_id: string;
  /** Banking time of the choice. */
  readonly routed_at: string;
  /** Every rail that the speed allows, in the order of preference. */
  readonly candidates: readonly Candidate[];
  /** The network's code when the rail could not carry the leg and another one was tried. */
  readonly unavailable_code?: string;
}

export interface LegExplanation {
  readonly side: Side;
  readonly status: LegStatus;
  readonly rail: Rail;
  /** Banking times: when the leg is submitted, the day it takes effect, its settlement, the end of a debit's hold. */
  readonly window_at?: string;
  readonly effective_date?: string;
  readonly settles_at?: string;
  readonly hold_until?: string;
  readonly trace_number?: string;
  readonly network_reason_code?: string;
  readonly attempts: readonly AttemptView[];
}

export interface TransferExplanation {
  readonly transfer_id: string;
  readonly use_case: UseCase;
  readonly speed: Speed;
  /** The debit first. Empty until the transfer is accepted. */
  readonly legs: readonly LegExplanation[];
}

/** Shows which rails a transfer takes, when, and why. @throws unknown_id */
@Injectable()
export class ExplainTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
  ) {}

  async execute(id: string): Promise<TransferExplanation> {
    const found = isUuid(id) ? await this.unitOfWork.run(() => this.transfers.find(id)) : undefined;
    if (found === undefined) throw transferErrors.unknown_id();
    const { use_case, speed } = found.state;
    return { transfer_id: id, use_case, speed, legs: found.legs.map(explainLeg) };
  }
}

function explainLeg(leg: LegState): LegExplanation {
  const { side, status, rail, window_at, effective_date, settles_at, hold_until } = leg;
  return {
    side,
    status,
    rail,
    ...(window_at && { window_at: window_at.toISOString() }),
    ...(effective_date && !isInstant(rail) && { effective_date }),
    ...(settles_at && { settles_at: settles_at.toISOString() }),
    ...(hold_until && { hold_until: hold_until.toISOString() }),
    ...(leg.trace_number && { trace_number: leg.trace_number }),
    ...(leg.network_reason_code && { network_reason_code: leg.network_reason_code }),
    attempts: leg.attempts.map(explainAttempt),
  };
}

function explainAttempt({ number, unavailable_code, ...attempt }: LegAttempt): AttemptView {
  const { rail, end_to_end_id, routed_at } = attempt;
  // PostgreSQL reorders the keys of stored JSON.
  const candidates = attempt.candidates.map(({ rail: candidate, taken, why }) => ({ rail: candidate, taken, why }));
  const view = { attempt: number, rail, end_to_end_id, routed_at, candidates };
  return unavailable_code === undefined ? view : { ...view, unavailable_code };
}
