import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/platform';
import type { Claim, TaskHandler } from '@payments/platform';
import { DeliverWebhook } from '../../application/deliver-webhook.js';
import { WEBHOOK_DELIVERIES } from '../../application/ports.js';

// Each delivery comes alone, so that a receiver who hangs delays no other; the lease outlasts the 30 s of an attempt.
const OPTIONS = { queue: WEBHOOK_DELIVERIES, batchSize: 1, concurrency: 50, leaseSeconds: 90 };

/** Takes deliveries from the queue. */
@Injectable()
@HandlesTasks(OPTIONS)
export class WebhookDeliveriesHandler implements TaskHandler {
  constructor(private readonly deliverWebhook: DeliverWebhook) {}

  async handle(claim: Claim): Promise<void> {
    await Promise.all(claim.tasks.map((task) => this.deliverWebhook.execute(claim, task)));
  }
}
