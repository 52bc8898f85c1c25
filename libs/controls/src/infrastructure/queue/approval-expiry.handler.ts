import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { ExpireApprovals } from '../../application/expire-approvals.js';
import { controlsQueues } from '../../application/queues.js';

@Injectable()
@HandlesTasks({ queue: controlsQueues.expiry, batchSize: 100, concurrency: 1, leaseSeconds: 30 })
export class ApprovalExpiryHandler implements TaskHandler {
  constructor(private readonly expireApprovals: ExpireApprovals) {}

  handle(claim: Claim): Promise<void> {
    return this.expireApprovals.execute(claim);
  }
}
