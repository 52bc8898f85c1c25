import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { Claim } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import { ApprovalSteps } from './approval-steps.js';
import { controlsQueues } from './queues.js';

/** Ends approvals that nobody decided in time; the transfers that wait for them fail. */
@Injectable()
export class ExpireApprovals {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: ApprovalSteps,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const time = await this.bankingTime.read();
      const horizon = await this.bankingTime.horizon();
      const until = horizon < time.at ? horizon : time.at;
      const early = await this.steps.take(claim.subjectIds, (approvals) => {
        const due = approvals.filter((approval) => approval.snapshot().expires_at <= until);
        for (const approval of due) approval.end('expired', time.now);
        return approvals.filter((approval) => approval.snapshot().status === 'pending');
      });
      await claim.complete();
      await this.tasks.schedule(
        early.map((approval) => {
          const { id, expires_at } = approval.snapshot();
          return { queue: controlsQueues.expiry, subjectId: id, ...time.dueAt(expires_at) };
        }),
      );
    });
  }
}
