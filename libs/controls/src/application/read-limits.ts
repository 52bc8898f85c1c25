import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { BankingTime } from '@payments/transfers';
import { windowEnd } from '../domain/limit.js';
import type { Limit } from '../domain/limit.js';
import { usageKey } from '../domain/limit-usage.js';
import { Limits, LimitUsage } from './ports.js';
import type { CurrentUsage } from './ports.js';

/** A limit, with what its subject has used of it now. */
export interface UsedLimit {
  readonly limit: Limit;
  /** Undefined where each of several subjects has its own limit, or nothing is counted. */
  readonly usage: { readonly amount: bigint; readonly count: number; readonly resetsAt: Date | undefined } | undefined;
}

/** Shows the enabled limits that hold for a caller. */
@Injectable()
export class ReadLimits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: Limits,
    private readonly usage: LimitUsage,
    private readonly bankingTime: BankingTime,
  ) {}

  /** By name. Those of other credentials are left out. */
  execute(caller: string): Promise<readonly UsedLimit[]> {
    return this.unitOfWork.read(async () => {
      const isOfCaller = ({ per, who }: Limit) => per !== 'credential' || who === null || who === caller;
      const limits = (await this.limits.list()).filter((limit) => limit.enabled && isOfCaller(limit));
      const asked = limits.flatMap((limit) => {
        const subject = subjectOf(limit, caller);
        return subject === undefined ? [] : [{ limit, subject }];
      });
      const used = await this.usage.read(asked, (await this.bankingTime.read()).at);
      const subjects = new Map(asked.map(({ limit, subject }) => [limit.id, subject]));
      return limits.map((limit) => {
        const subject = subjects.get(limit.id);
        return {
          limit,
          usage: subject === undefined ? undefined : usageOf(limit, used.get(usageKey(limit.id, subject))),
        };
      });
    });
  }
}

function subjectOf({ per, who, window }: Limit, caller: string): string | undefined {
  if (window === 'transfer') return undefined;
  if (per === 'enterprise') return per;
  return per === 'credential' ? caller : (who ?? undefined);
}

function usageOf({ window }: Limit, used: CurrentUsage | undefined): NonNullable<UsedLimit['usage']> {
  if (used === undefined) return { amount: 0n, count: 0, resetsAt: undefined };
  return { amount: used.amount, count: used.count, resetsAt: windowEnd(window, used.first) };
}
