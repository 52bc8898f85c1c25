import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Log, Metrics, workContext } from '@payments/platform';
import { reasonOf } from '../domain/delivery.js';
import type { AttemptResult } from '../domain/delivery.js';
import { Answers, WebhookSender } from './ports.js';
import type { DueDelivery, Receiver } from './ports.js';
import { RecordAttempt } from './record-attempt.js';

/**
 * Makes one attempt to deliver: sends outside of any transaction, and writes down the result. A worker that dies in
 * between leaves the delivery as it was, and the event is sent once more.
 */
@Injectable()
export class MakeAttempt {
  constructor(
    private readonly sender: WebhookSender,
    private readonly answers: Answers,
    private readonly recordAttempt: RecordAttempt,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Answers whether the receiver took it, once that is written down.
   * @param onTaken called as soon as the receiver has taken it: the next one need not wait until that is written down.
   */
  execute(receiver: Receiver, delivery: DueDelivery, onTaken: () => void): Promise<boolean> {
    const context = { ...workContext.get(), requestId: delivery.request_id };
    return workContext.run(context, () => this.attempt(receiver, delivery, onTaken));
  }

  private async attempt(receiver: Receiver, delivery: DueDelivery, onTaken: () => void): Promise<boolean> {
    const startedAt = this.clock.now();
    if (delivery.is_new)
      this.metrics.observe('payments_webhook_first_attempt_seconds', {}, secondsSince(delivery, startedAt));
    const result = await this.sender.send(delivery, receiver);
    if (reasonOf(result) === undefined) onTaken();
    const id = newId();
    const place = { enterprise_id: receiver.enterprise_id, delivery_id: delivery.id, id };
    const isSilent = !('status' in result) || result.answer === '';
    const answer = isSilent ? null : await this.answers.seal(place, result.answer);
    const outcome = await this.recordAttempt.execute(receiver, delivery, { id, result, answer, startedAt });
    this.measure(delivery, { result, outcome });
    this.report(receiver, delivery, { result, outcome });
    return outcome === 'delivered';
  }

  private measure(
    delivery: DueDelivery,
    { result, outcome }: { readonly result: AttemptResult; readonly outcome: string },
  ): void {
    const reason = reasonOf(result);
    this.metrics.observe('payments_webhook_attempt_seconds', { outcome }, result.durationMs / 1000);
    if (reason !== undefined) this.metrics.count('payments_webhook_failures_total', { reason: classOf(reason) });
    // One that was delivered before and is sent again on demand tells nothing of how long events take.
    if (outcome === 'delivered' && (delivery.is_new || delivery.attempts > 0)) {
      this.metrics.observe('payments_webhook_accepted_seconds', {}, secondsSince(delivery, this.clock.now()));
    }
  }

  private report(
    { id }: Receiver,
    { event_id, attempts }: DueDelivery,
    { result, outcome }: { readonly result: AttemptResult; readonly outcome: string },
  ): void {
    const reason = reasonOf(result);
    this.log.info('webhook_attempt', {
      event_id,
      configuration_id: id,
      attempt: attempts + 1,
      outcome,
      duration_ms: result.durationMs,
      ...('status' in result && { status: result.status }),
      ...(reason !== undefined && { reason }),
    });
  }
}

function secondsSince({ created_at }: DueDelivery, at: Date): number {
  return Math.max(0, (at.getTime() - created_at.getTime()) / 1000);
}

// A receiver chooses its status codes, so only their hundreds become labels.
function classOf(reason: string): string {
  return reason.replace(/^http_(\d)\d\d$/, 'http_$1xx');
}
