import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, UnitOfWork } from '@payments/kernel';
import { policyErrors } from '../domain/controls.errors.js';
import { isApplicable, matches, namesOrigin } from '../domain/policy.js';
import type { Facts, PolicyContent } from '../domain/policy.js';
import { PastTransfers } from './ports.js';
import type { PastTransfer } from './ports.js';

const LOOK_BACK_DAYS = 30;
const MOST_TRANSFERS = 20_000;
const MOST_EXAMPLES = 20;

export type TriedPolicy = Pick<PolicyContent, 'applies_to' | 'conditions'>;

/** What a policy would have held, had it been there. */
export interface PolicyTrial {
  readonly start_time: Date;
  readonly end_time: Date;
  /** How many transfers it was tried on. */
  readonly transfers: number;
  readonly matched: number;
  /** Cents. */
  readonly matched_amount: bigint;
  /** The newest of those that match. */
  readonly examples: readonly Pick<PastTransfer, 'id' | 'transfer_reference_id' | 'amount' | 'created_at'>[];
}

/** Tries policies on the transfers of the last 30 days, at most 20,000 of them. Changes nothing. */
@Injectable()
export class TryPolicies {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly past: PastTransfers,
    private readonly clock: Clock,
  ) {}

  /** @throws conditions_do_not_apply */
  async execute(policy: TriedPolicy): Promise<PolicyTrial> {
    if (!isApplicable(policy)) throw policyErrors.conditions_do_not_apply();
    const end_time = this.clock.now();
    const start = new Date(end_time.getTime() - LOOK_BACK_DAYS * DAY_MS);
    const all = await this.unitOfWork.read(() => this.past.newest(MOST_TRANSFERS, start));
    const matched = all.filter((transfer) => wouldHold(policy, transfer));
    return {
      start_time: all.length < MOST_TRANSFERS ? start : all.at(-1)!.created_at,
      end_time,
      transfers: all.length,
      matched: matched.length,
      matched_amount: matched.reduce((sum, { amount }) => sum + amount, 0n),
      examples: matched.slice(0, MOST_EXAMPLES),
    };
  }
}

function wouldHold(policy: TriedPolicy, transfer: PastTransfer): boolean {
  if (!policy.applies_to.includes('transfer')) return false;
  const { origin } = transfer;
  const isHeldBefore =
    (origin === 'schedule' && policy.applies_to.includes('schedule')) ||
    (origin === 'bulk' && policy.applies_to.includes('bulk_transfer'));
  // What it comes from would have been held, and its approval counts for the transfer.
  return (!isHeldBefore || namesOrigin(policy, origin)) && matches(policy, factsOf(transfer));
}

function factsOf({ account_id, first_paid_at, created_at, payee_day, ...facts }: PastTransfer): Facts {
  const days = first_paid_at && Math.floor((created_at.getTime() - first_paid_at.getTime()) / DAY_MS);
  return {
    ...facts,
    payee_days: account_id === null ? undefined : days,
    payee_day: account_id === null ? undefined : payee_day,
  };
}
