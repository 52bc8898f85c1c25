import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import type { ObservedStep } from '@payments/transfers';
import { ApprovalSteps } from './approval-steps.js';

/** Closes the approvals of what was canceled while it waited. In the unit of work of the cancellation. */
@Injectable()
export class WithdrawApprovals {
  constructor(
    private readonly steps: ApprovalSteps,
    private readonly clock: Clock,
  ) {}

  /** Those of transfers that a step has made fail. */
  ofTransfers({ transfers }: ObservedStep): Promise<void> {
    return this.execute(transfers.flatMap(({ gate }) => (gate?.hold.status === 'withdrawn' ? [gate.hold.id] : [])));
  }

  async execute(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.steps.take(ids, (approvals) => {
      for (const approval of approvals) approval.end('withdrawn', this.clock.now());
    });
  }
}
