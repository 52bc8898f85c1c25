import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { WEBHOOK_RECOVERIES } from '../../application/ports.js';
import { RunRecovery } from '../../application/run-recovery.js';

/** Takes recoveries from the queue, a step each time. */
@Injectable()
@HandlesTasks({ queue: WEBHOOK_RECOVERIES, batchSize: 1, concurrency: 4, leaseSeconds: 30 })
export class WebhookRecoveriesHandler implements TaskHandler {
  constructor(private readonly runRecovery: RunRecovery) {}

  handle(claim: Claim): Promise<void> {
    return this.runRecovery.execute(claim);
  }
}
