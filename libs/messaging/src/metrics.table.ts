import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

/** Jobs, the outbox, the queue store and the recurring jobs. */
export const messagingMetrics = defineMetrics({
  payments_job_seconds: {
    type: 'histogram',
    help: 'Duration of a job (one claim of tasks), by queue and outcome',
    labels: ['queue', 'outcome'],
    buckets: FAST_BUCKETS,
  },
  payments_tasks_total: {
    type: 'counter',
    help: 'Processed tasks, by queue and outcome (done, failed, lease_lost)',
    labels: ['queue', 'outcome'],
  },
  payments_outbox_due_tasks: {
    type: 'gauge',
    help: 'Due tasks that are not leased, counted up to 10000 (all processes)',
    labels: ['queue'],
  },
  payments_outbox_oldest_due_seconds: {
    type: 'gauge',
    help: 'Age of the oldest due task that is not leased (all processes)',
    labels: ['queue'],
  },
  payments_outbox_unpublished_events: {
    type: 'gauge',
    help: 'Committed events that are not published to webhooks yet, counted up to 10000 (all processes)',
    labels: [],
  },
  payments_queue_jobs: {
    type: 'gauge',
    help: 'Jobs in the queue store, by queue and state (waiting, active; all workers)',
    labels: ['queue', 'state'],
  },
  payments_dead_letters: {
    type: 'gauge',
    help: 'Dead letters: tasks that are no longer retried, by queue (all processes)',
    labels: ['queue'],
  },
  payments_invariant_violations: {
    type: 'gauge',
    help: 'Violations of invariants, by invariant (all workers)',
    labels: ['invariant'],
  },
  payments_removed_rows_total: {
    type: 'counter',
    help: 'Rows removed at the end of their retention, by kind',
    labels: ['what'],
  },
});
