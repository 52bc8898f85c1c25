import { Injectable } from '@nestjs/common';
import { Log, Metrics, Tracing, workContext } from '@payments/observability';
import type { WorkSpan } from '@payments/observability';
import { messagingMetrics } from '../metrics.table.js';
import type { Claim, ClaimedTask } from './claim.js';

/** The outcome of a claim, and its start by `performance.now()`. */
export interface JobEnd {
  readonly outcome: 'done' | 'failed' | 'lease_lost';
  readonly failure: unknown;
  readonly startedAt: number;
}

/** Job telemetry for operators: a span, a log line and metrics for each. */
@Injectable()
export class JobTelemetry {
  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  /** The span of a job, in the trace that created its tasks. */
  resume(queue: string, tasks: readonly ClaimedTask[], requestId: string): WorkSpan | undefined {
    const left = tasks.map(({ trace_parent }) => trace_parent);
    return this.tracing.resume(`job ${queue}`, left, {
      'messaging.destination.name': queue,
      'messaging.batch.message_count': tasks.length,
      'payments.request_id': requestId,
      'payments.enterprise_id': workContext.enterpriseId(),
    });
  }

  ended(queue: string, { tasks }: Claim, { outcome, failure, startedAt }: JobEnd): void {
    const duration_ms = Math.round(performance.now() - startedAt);
    this.metrics.observe(messagingMetrics.payments_job_seconds, { queue, outcome }, duration_ms / 1000);
    this.metrics.count(messagingMetrics.payments_tasks_total, { queue, outcome }, tasks.length);
    const attempt = Math.max(...tasks.map((task) => task.attempt));
    const fields = { queue, task_count: tasks.length, attempt, outcome, duration_ms };
    if (failure === undefined) this.log.info('job', fields);
    else this.log.warn('job', { ...fields, error: failure });
  }

  /** Nothing is lost: when the lease expires, the tasks are due again. */
  notReleased(error: unknown): void {
    this.log.warn('release_failed', { error });
  }
}
