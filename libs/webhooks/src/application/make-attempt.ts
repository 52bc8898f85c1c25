import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Tracing, withSpan, workContext } from '@payments/observability';
import { ResponseBodyCipher, WebhookSender } from './ports.js';
import type { DueDelivery, Endpoint } from './ports.js';
import { RecordAttempt } from './record-attempt.js';
import { AttemptTelemetry } from './attempt-telemetry.js';

/**
 * Makes one delivery attempt: sends outside of any transaction, then records the result. A worker that dies in
 * between leaves the delivery as it was, and the event is sent once more.
 */
@Injectable()
export class MakeAttempt {
  constructor(
    private readonly sender: WebhookSender,
    private readonly responseBodyCipher: ResponseBodyCipher,
    private readonly recordAttempt: RecordAttempt,
    private readonly attemptTelemetry: AttemptTelemetry,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Runs under the request id and trace of the event's cause. Returns whether the endpoint accepted it, once that is
   * recorded.
   */
  execute(endpoint: Endpoint, delivery: DueDelivery): Promise<boolean> {
    const { span: _ofTheVisit, ...visit } = workContext.get();
    const span = this.tracing.resume('webhook', [delivery.trace_parent], {
      'payments.event_id': delivery.event_id,
      'payments.configuration_id': endpoint.id,
      'payments.enterprise_id': endpoint.enterprise_id,
      'payments.attempt': delivery.attempts + 1,
    });
    const work = () => this.attempt(endpoint, delivery);
    return workContext.run({ ...visit, requestId: delivery.request_id, ...(span && { span }) }, () =>
      span === undefined ? work() : withSpan(span, work),
    );
  }

  private async attempt(endpoint: Endpoint, delivery: DueDelivery): Promise<boolean> {
    this.attemptTelemetry.begins(delivery, this.clock.now());
    const result = await this.sender.send(delivery, endpoint);
    const id = newId();
    const place = { enterprise_id: endpoint.enterprise_id, delivery_id: delivery.id, id };
    const isSilent = !('status' in result) || result.answer === '';
    const answer = isSilent ? null : await this.responseBodyCipher.seal(place, result.answer);
    const outcome = await this.recordAttempt.execute(endpoint, delivery, { id, result, answer });
    this.attemptTelemetry.ended(endpoint, delivery, { result, outcome });
    return outcome === 'delivered';
  }
}
