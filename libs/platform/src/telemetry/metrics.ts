import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The process's Prometheus metrics. Labels are bounded: route patterns and queue names, never ids. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'payments_http_request_seconds',
    help: 'Time to answer a request, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly jobs = new Histogram({
    name: 'payments_job_seconds',
    help: 'Time to work on one claim of tasks, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly tasks = new Counter({
    name: 'payments_tasks_total',
    help: 'Tasks worked on, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });

  private readonly processorCalls = new Histogram({
    name: 'payments_processor_call_seconds',
    help: 'Time of an exchange with the bank connector, by operation and outcome: a status, or why there was no answer',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly violations = new Gauge({
    name: 'payments_invariant_violations',
    help: 'Where an invariant is broken, by invariant; the same from every worker',
    labelNames: ['invariant'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'payments_' });
  }

  /** Has `count` asked, whenever the metrics are read, for the dead letters of each queue. */
  watchDeadLetters(count: () => Promise<readonly { readonly queue: string; readonly count: number }[]>): void {
    new Gauge({
      name: 'payments_dead_letters',
      help: 'Tasks that were given up and wait for an operator, by queue',
      labelNames: ['queue'],
      registers: [this.registry],
      async collect() {
        this.reset();
        // Not known is not none: while the database is away there is no value.
        const counts = await count().catch(() => []);
        for (const { queue, count: value } of counts) this.set({ queue }, value);
      },
    });
  }

  requestFinished(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.requests.observe({ ...labels, status: String(labels.status) }, seconds);
  }

  violationsCounted(invariant: string, count: number): void {
    this.violations.set({ invariant }, count);
  }

  taskFinished(queue: string, outcome: string, { seconds, count }: { seconds: number; count: number }): void {
    this.jobs.observe({ queue, outcome }, seconds);
    this.tasks.inc({ queue, outcome }, count);
  }

  processorCalled(operation: string, outcome: string, seconds: number): void {
    this.processorCalls.observe({ operation, outcome }, seconds);
  }
}
