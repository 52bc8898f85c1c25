import { Injectable } from '@nestjs/common';
import type { BankingMoment, Foresight, ObservedStep, Refusal, Ruling, TransferState } from '@payments/transfers';
import type { DemandedPolicy } from '../domain/approval.js';
import { bucketOf } from '../domain/limit.js';
import type { Limit } from '../domain/limit.js';
import { countedBy, judgeUsage, totalOf } from '../domain/limit-usage.js';
import type { LimitVerdict, Usage, UsageKey } from '../domain/limit-usage.js';
import { builtInPolicy } from './built-in-policy.js';
import { HoldTransfers } from './hold-transfers.js';
import { LimitCache } from './limit-cache.js';
import { LimitUsage } from './ports.js';
import type { CountedTransfer } from './ports.js';

/** The name of the gate; transfers that it held know it by that. */
export const LIMIT_GATE = 'limit';
/** The roles that may approve what exceeds a limit. */
const LIMIT_APPROVERS = ['payment_approver', 'admin'] as const;

/**
 * Counts transfers on their limits, in the unit of work of their acceptance, and rules on those that exceed one. What fails
 * before anything of it was handed over gives back what it has used. Without limits it reads nothing.
 */
@Injectable()
export class JudgeLimits {
  constructor(
    private readonly cache: LimitCache,
    private readonly usage: LimitUsage,
    private readonly holdTransfers: HoldTransfers,
  ) {}

  /** The rulings by transfer id; the others pass, and count. */
  async execute(transfers: readonly TransferState[], time: BankingMoment): Promise<ReadonlyMap<string, Ruling>> {
    const held = transfers.filter(({ gate }) => gate?.hold.gate === LIMIT_GATE);
    const rulings = await this.holdTransfers.ruleOnHeld(held);
    const limits = (await this.cache.get()).filter(({ enabled }) => enabled);
    const asked = transfers.filter(({ id }) => !rulings.has(id));
    if (limits.length === 0 || asked.length === 0) return rulings;

    const approved = new Set(held.map(({ id }) => id));
    const { refusals, holding, rules } = consequences(
      asked,
      await this.count(asked, { limits, at: time.at, approved }),
    );
    const holds = await this.holdTransfers.hold(holding, { time, rules });
    return new Map([...rulings, ...refusals, ...holds]);
  }

  /** As `execute`, of transfers that are not made yet. Nothing counts. */
  async foresee(transfers: readonly TransferState[], time: BankingMoment): Promise<ReadonlyMap<string, Foresight>> {
    const limits = (await this.cache.get()).filter(({ enabled }) => enabled);
    if (limits.length === 0) return new Map();
    const counted = transfers.flatMap((transfer) => [...countedBy(limits, transfer)]);
    const subjects = counted.map(([key, limit]) => ({ limit, subject: subjectOf(key, limit) }));
    const before = subjects.length === 0 ? new Map<never, never>() : await this.usage.read(subjects, time.at);
    const verdicts = judgeUsage(transfers, { limits, before, isApproved: () => false });
    const { refusals, rules } = consequences(transfers, verdicts);
    const holds = [...rules].map(([id, policies]) => [id, { outcome: 'hold', policies }] as const);
    return new Map<string, Foresight>([...refusals, ...holds]);
  }

  /** Gives back what failed transfers have used, unless something of them was handed over. */
  async giveBack({ transfers }: ObservedStep): Promise<void> {
    const failed = transfers.filter(({ status }) => status === 'failed').map(({ id }) => id);
    if (failed.length === 0 || (await this.cache.get()).length === 0) return;
    await this.usage.giveBack(failed);
  }

  // All count first, in one statement that locks what they count on. Those that exceed a limit are taken off again.
  private async count(
    transfers: readonly TransferState[],
    { limits, at, approved }: { readonly limits: readonly Limit[]; readonly at: Date; readonly approved: Set<string> },
  ): Promise<ReadonlyMap<string, LimitVerdict>> {
    const counted = transfers.flatMap((transfer) => countedOn(limits, transfer, at));
    const after = await this.usage.add(counted);
    const added = totalOf(limits, transfers);
    const before = new Map([...after].map(([key, total]) => [key, minus(total, added.get(key)!)]));
    const verdicts = judgeUsage(transfers, { limits, before, isApproved: ({ id }) => approved.has(id) });
    const exceeding = new Set(transfers.map(({ id }) => id).filter((id) => verdicts.get(id)!.exceeded.length > 0));
    await this.usage.takeOff(counted.filter(({ transfer_id }) => exceeding.has(transfer_id)));
    return verdicts;
  }
}

function countedOn(limits: readonly Limit[], transfer: TransferState, at: Date): CountedTransfer[] {
  return [...countedBy(limits, transfer)].map(([key, limit]) => ({
    ...{ transfer_id: transfer.id, amount: transfer.amount, limit_id: limit.id, window: limit.window },
    ...{ subject: subjectOf(key, limit), bucket: bucketOf(limit.window, at) },
  }));
}

function subjectOf(key: UsageKey, { id }: Limit): string {
  return key.slice(id.length + 1);
}

/** Those that exceed a limit are refused, or held under the rules of what they exceed. */
function consequences(transfers: readonly TransferState[], verdicts: ReadonlyMap<string, LimitVerdict>) {
  const exceededBy = ({ id }: TransferState) => verdicts.get(id)!.exceeded;
  const exceeding = transfers.filter((transfer) => exceededBy(transfer).length > 0);
  const isRefused = (transfer: TransferState) => exceededBy(transfer).some(({ action }) => action === 'refuse');
  const refusals = exceeding.filter(isRefused).map(({ id, source }): readonly [string, Refusal] => {
    const side = source === null ? 'destination' : 'source';
    return [id, { outcome: 'refuse', side, reason_code: 'limit_exceeded' }];
  });
  const holding = exceeding.filter((transfer) => !isRefused(transfer));
  const rules = new Map(holding.map((transfer) => [transfer.id, exceededBy(transfer).map(ruleOf)]));
  return { refusals, holding, rules };
}

function minus(total: Usage, { amount, count }: Usage): Usage {
  return { amount: total.amount - amount, count: total.count - count };
}

/** The built-in policy of a limit that holds. */
export function ruleOf({ id, name }: Pick<Limit, 'id' | 'name'>): DemandedPolicy {
  return builtInPolicy({ name: `limit:${name}`, roles: LIMIT_APPROVERS }, id);
}
