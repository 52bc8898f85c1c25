import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log, Metrics, workContext } from '@payments/observability';
import { reasonOf } from '../domain/delivery.js';
import type { AttemptResult } from '../domain/delivery.js';
import { webhookMetrics } from './metrics.table.js';
import type { DueDelivery, Endpoint } from './ports.js';

/** The result of an attempt, and the outcome for its delivery. */
export interface AttemptReport {
  readonly result: AttemptResult;
  readonly outcome: string;
}

/** Reports attempts in the log, in metrics, and in the trace. */
@Injectable()
export class AttemptTelemetry {
  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  begins(delivery: DueDelivery, at: Date): void {
    if (!delivery.is_new) return;
    this.metrics.observe(webhookMetrics.payments_webhook_first_attempt_seconds, {}, secondsSince(delivery, at));
  }

  ended({ id }: Endpoint, delivery: DueDelivery, report: AttemptReport): void {
    const { result, outcome } = report;
    const reason = reasonOf(result);
    this.measure(delivery, report, reason);
    workContext.find()?.span?.note({ 'payments.outcome': outcome, ...(reason && { 'error.type': reason }) });
    this.log.info('webhook_attempt', {
      event_id: delivery.event_id,
      configuration_id: id,
      attempt: delivery.attempts + 1,
      outcome,
      duration_ms: result.durationMs,
      ...('status' in result && { status: result.status }),
      ...(reason !== undefined && { reason }),
    });
  }

  private measure(delivery: DueDelivery, { result, outcome }: AttemptReport, reason: string | undefined): void {
    this.metrics.observe(webhookMetrics.payments_webhook_attempt_seconds, { outcome }, result.durationMs / 1000);
    if (reason !== undefined)
      this.metrics.count(webhookMetrics.payments_webhook_failures_total, { reason: classOf(reason) });
    // A redelivery on demand says nothing about event latency.
    if (outcome === 'delivered' && (delivery.is_new || delivery.attempts > 0)) {
      this.metrics.observe(
        webhookMetrics.payments_webhook_accepted_seconds,
        {},
        secondsSince(delivery, this.clock.now()),
      );
    }
  }
}

function secondsSince({ created_at }: DueDelivery, at: Date): number {
  return Math.max(0, (at.getTime() - created_at.getTime()) / 1000);
}

// An endpoint chooses its status codes, so only their classes become labels.
function classOf(reason: string): string {
  return reason.replace(/^http_(\d)\d\d$/, 'http_$1xx');
}
