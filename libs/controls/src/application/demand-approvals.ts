import { Injectable } from '@nestjs/common';
import { Approvals } from '@payments/persistence';
import type { ApprovalSubject, DemandedApproval } from '@payments/persistence';
import { BankingTime } from '@payments/transfers';
import type { DemandedPolicy } from '../domain/approval.js';
import { matches } from '../domain/policy.js';
import type { Facts, Policy } from '../domain/policy.js';
import { builtInPolicy } from './built-in-policy.js';
import { PolicyCache } from './policy-cache.js';
import { ApprovalRecords } from './ports.js';
import { controlsQueues } from './queues.js';
import { RequestApprovals } from './request-approvals.js';
import { WithdrawApprovals } from './withdraw-approvals.js';

/** Asks for approvals of what other contexts make. */
@Injectable()
export class DemandApprovals extends Approvals {
  constructor(
    private readonly cache: PolicyCache,
    private readonly requestApprovals: RequestApprovals,
    private readonly approvals: ApprovalRecords,
    private readonly withdrawApprovals: WithdrawApprovals,
    private readonly bankingTime: BankingTime,
  ) {
    super();
  }

  async demand(subject: ApprovalSubject): Promise<DemandedApproval | undefined> {
    const { type, id, shown, maker, rule, contributors = [] } = subject;
    const policies = await this.matching(subject);
    const demanded: DemandedPolicy[] = rule === undefined ? [...policies] : [...policies, builtInPolicy(rule)];
    if (demanded.length === 0) return undefined;
    const { created_by: requested_by, owner } = maker;
    const made = { requested_by, owner, contributors };
    const demand = { subject_type: type, subject_id: id, subject: shown, policies: demanded, ...made };
    const [approval] = await this.requestApprovals.execute([demand], await this.bankingTime.read());
    return { id: approval!.id, queue: controlsQueues.expiry, expires_at: approval!.expires_at };
  }

  async withdraw(type: ApprovalSubject['type'], subjectIds: readonly string[]): Promise<void> {
    if (subjectIds.length === 0) return;
    await this.withdrawApprovals.execute(await this.approvals.pending(type, subjectIds));
  }

  private async matching({ type, maker, facts }: ApprovalSubject): Promise<readonly Policy[]> {
    const { amount, use_case, speed, origin, metadata } = facts;
    const asked: Facts = {
      ...{ amount, use_case, speed, origin, metadata, created_by: maker.created_by },
      ...{ payee_days: undefined, payee_day: undefined, enterprise_day: undefined },
    };
    const policies = await this.cache.get();
    return policies.filter(
      (policy) => (policy.applies_to as readonly string[]).includes(type) && matches(policy, asked),
    );
  }
}
