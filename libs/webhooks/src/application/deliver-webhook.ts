import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Log } from '@payments/platform';
import type { Claim, ClaimedTask } from '@payments/platform';
import { reasonOf } from '../domain/delivery.js';
import type { AttemptResult, Verdict } from '../domain/delivery.js';
import { HoldDelivery } from './hold-delivery.js';
import { Deliveries, WebhookSender } from './ports.js';
import type { DueDelivery } from './ports.js';
import { RecordAttempt } from './record-attempt.js';

/**
 * Makes one attempt to deliver: reads, sends outside of any transaction, and writes the result. A worker that dies in
 * between leaves the task to its lease, and the event is sent once more.
 */
@Injectable()
export class DeliverWebhook {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: Deliveries,
    private readonly sender: WebhookSender,
    private readonly recordAttempt: RecordAttempt,
    private readonly holdDelivery: HoldDelivery,
    private readonly log: Log,
  ) {}

  async execute(claim: Claim, task: ClaimedTask): Promise<void> {
    const delivery = await this.unitOfWork.run(() => this.deliveries.load(task.subject_id));
    if (delivery === undefined || delivery.status !== 'pending') {
      return this.unitOfWork.run(() => claim.complete([task]));
    }
    const atHand = { claim, task, delivery };
    if (!delivery.enabled) return this.holdDelivery.execute(atHand);
    const result = await this.sender.send(delivery);
    const verdict = await this.recordAttempt.execute(atHand, result);
    this.report(delivery, result, verdict);
  }

  private report(delivery: DueDelivery, result: AttemptResult, { outcome }: Verdict): void {
    const reason = reasonOf(result);
    this.log.info('webhook_attempt', {
      event_id: delivery.event_id,
      configuration_id: delivery.configuration_id,
      attempt: delivery.attempts + 1,
      outcome,
      duration_ms: result.durationMs,
      ...('status' in result && { status: result.status }),
      ...(reason !== undefined && { reason }),
    });
  }
}
