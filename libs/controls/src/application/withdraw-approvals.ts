import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import type { ObservedStep } from '@payments/transfers';
import { ApprovalSteps } from './approval-steps.js';

/** Closes the approvals of transfers that were canceled while they waited. In the unit of work of the cancellation. */
@Injectable()
export class WithdrawApprovals {
  constructor(
    private readonly steps: ApprovalSteps,
    private readonly clock: Clock,
  ) {}

  async execute({ transfers }: ObservedStep): Promise<void> {
    const ids = transfers.flatMap(({ gate }) => (gate?.hold.status === 'withdrawn' ? [gate.hold.id] : []));
    if (ids.length === 0) return;
    await this.steps.take(ids, (approvals) => {
      for (const approval of approvals) approval.end('withdrawn', this.clock.now());
    });
  }
}
