import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Tracing, within, workContext } from '@payments/observability';
import { Answers, WebhookSender } from './ports.js';
import type { DueDelivery, Receiver } from './ports.js';
import { RecordAttempt } from './record-attempt.js';
import { ReportAttempt } from './report-attempt.js';

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
    private readonly report: ReportAttempt,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Under the request id and in the trace of what caused the event. Answers whether the receiver took it, once that is
   * written down.
   */
  execute(receiver: Receiver, delivery: DueDelivery): Promise<boolean> {
    const { span: _ofTheVisit, ...visit } = workContext.get();
    const span = this.tracing.resume('webhook', [delivery.trace_parent], {
      'payments.event_id': delivery.event_id,
      'payments.configuration_id': receiver.id,
      'payments.enterprise_id': receiver.enterprise_id,
      'payments.attempt': delivery.attempts + 1,
    });
    const work = () => this.attempt(receiver, delivery);
    return workContext.run({ ...visit, requestId: delivery.request_id, ...(span && { span }) }, () =>
      span === undefined ? work() : within(span, work),
    );
  }

  private async attempt(receiver: Receiver, delivery: DueDelivery): Promise<boolean> {
    this.report.begins(delivery, this.clock.now());
    const result = await this.sender.send(delivery, receiver);
    const id = newId();
    const place = { enterprise_id: receiver.enterprise_id, delivery_id: delivery.id, id };
    const isSilent = !('status' in result) || result.answer === '';
    const answer = isSilent ? null : await this.answers.seal(place, result.answer);
    const outcome = await this.recordAttempt.execute(receiver, delivery, { id, result, answer });
    this.report.ended(receiver, delivery, { result, outcome });
    return outcome === 'delivered';
  }
}
