/** What a metric is. Labels are bounded: names of routes, queues, states and rails, never ids and nothing of a person. */
export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, in the unit of the name. */
  readonly buckets?: readonly number[];
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
// A webhook may wait for its next attempt for hours.
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200];

/**
 * Every metric of the service's own. Counters and histograms tell what this process did. Gauges marked "all
 * processes" are read from the database or the queue, so every process tells the same: take their max, never their sum.
 */
export const metricTable = {
  payments_http_request_seconds: {
    type: 'histogram',
    help: 'Time to answer a request, by method, route pattern and status',
    labels: ['method', 'route', 'status'],
    buckets: FAST,
  },
  payments_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests that came in and are not answered yet',
    labels: [],
  },
  payments_job_seconds: {
    type: 'histogram',
    help: 'Time to work on one claim of tasks, by queue and outcome',
    labels: ['queue', 'outcome'],
    buckets: FAST,
  },
  payments_tasks_total: {
    type: 'counter',
    help: 'Tasks worked on, by queue and outcome (done, failed, lease_lost)',
    labels: ['queue', 'outcome'],
  },
  payments_outbox_due_tasks: {
    type: 'gauge',
    help: 'Tasks that are due and held by nobody, at most 10000 are counted (all processes)',
    labels: ['queue'],
  },
  payments_outbox_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest task that is due and held by nobody has been so (all processes)',
    labels: ['queue'],
  },
  payments_outbox_unpublished_events: {
    type: 'gauge',
    help: 'Events that are committed and not handed to the webhooks yet, at most 10000 are counted (all processes)',
    labels: [],
  },
  payments_queue_jobs: {
    type: 'gauge',
    help: 'Jobs in the queue store, by queue and state (waiting, active; all workers)',
    labels: ['queue', 'state'],
  },
  payments_transfers_total: {
    type: 'counter',
    help: 'Transfers that came into a status, by use case',
    labels: ['use_case', 'status'],
  },
  payments_legs_total: {
    type: 'counter',
    help: 'Changes of legs of transfers, by rail and the status that they left the leg in',
    labels: ['rail', 'status'],
  },
  payments_legs_at_processor: {
    type: 'gauge',
    help: 'Legs that are with the processor and have no final result, at most 10000 are counted (all processes)',
    labels: ['rail', 'status'],
  },
  payments_legs_at_processor_oldest_seconds: {
    type: 'gauge',
    help: 'How long nothing was heard of the leg at the processor that has been silent longest (all processes)',
    labels: ['rail', 'status'],
  },
  payments_webhook_first_attempt_seconds: {
    type: 'histogram',
    help: 'From the change that an event tells of to the start of its first webhook attempt',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_accepted_seconds: {
    type: 'histogram',
    help: 'From the change that an event tells of to the answer of the receiver that took it',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_attempt_seconds: {
    type: 'histogram',
    help: 'Time of one webhook attempt, by outcome (delivered, retry, failed, gone)',
    labels: ['outcome'],
    buckets: FAST,
  },
  payments_webhook_failures_total: {
    type: 'counter',
    help: 'Webhook attempts that brought no success, by reason (class of network failure, or http_4xx and the like)',
    labels: ['reason'],
  },
  payments_webhook_receivers: {
    type: 'gauge',
    help: 'Webhook receivers that get nothing at present: failing ones that are probed, and those switched off (all processes)',
    labels: ['state'],
  },
  payments_screening_list_entries: {
    type: 'gauge',
    help: 'Entries of the screening list that this worker has loaded',
    labels: [],
  },
  payments_screening_list_refused: {
    type: 'gauge',
    help: 'Whether the files of SCREENING_LIST_FILE are not in force, because they are broken or older than the list of another worker (1) or not (0)',
    labels: [],
  },
  payments_screening_pending_customers: {
    type: 'gauge',
    help: 'Verified customers who are not screened yet against the list in force (all processes)',
    labels: [],
  },
  payments_screened_customers_total: {
    type: 'counter',
    help: 'Verified customers who were screened against a new list, by outcome (clear, restricted, rejected)',
    labels: ['outcome'],
  },
  payments_invariant_violations: {
    type: 'gauge',
    help: 'Where an invariant is broken, by invariant (all workers)',
    labels: ['invariant'],
  },
  payments_processor_call_seconds: {
    type: 'histogram',
    help: 'Time of an exchange with the bank connector, by operation and outcome: a status, or why there was no answer',
    labels: ['operation', 'outcome'],
    buckets: FAST,
  },
  payments_processor_results_contradictory_total: {
    type: 'counter',
    help: 'Results of the processor that contradict what was applied before, by kind of result and status of the leg',
    labels: ['kind', 'leg_status'],
  },
  payments_processor_results_set_aside: {
    type: 'gauge',
    help: 'Results of the processor that no inbox took and nobody has closed, by reason (all processes)',
    labels: ['reason'],
  },
  payments_reconciliation_breaks: {
    type: 'gauge',
    help: 'Open differences between own records and the report of the processor, by kind',
    labels: ['kind'],
  },
  payments_removed_rows_total: {
    type: 'counter',
    help: 'Rows that were kept for long enough and were removed, by what they were',
    labels: ['what'],
  },
  payments_dead_letters: {
    type: 'gauge',
    help: 'Tasks that were given up and wait for somebody to look at them, by queue (all processes)',
    labels: ['queue'],
  },
  payments_sealed_field_failures_total: {
    type: 'counter',
    help: 'Sealed fields that did not open: changed, or moved from another place',
    labels: ['field'],
  },
  payments_pool_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL, by state (busy, idle)',
    labels: ['state'],
  },
  payments_pool_waiting: {
    type: 'gauge',
    help: 'Transactions that wait for a connection at this moment',
    labels: [],
  },
  payments_pool_wait_seconds: {
    type: 'histogram',
    help: 'How long a transaction waited for its connection',
    labels: [],
    buckets: FAST,
  },
  payments_ready: {
    type: 'gauge',
    help: '1 while the process is ready or degraded, 0 while it is not ready or stops',
    labels: [],
  },
  payments_check_up: {
    type: 'gauge',
    help: '1 while what the process depends on is well, by check (database, queue, outbox, clock)',
    labels: ['check'],
  },
  payments_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the clock of the process is ahead of the clock of the database; below 0 when it is behind',
    labels: [],
  },
  payments_snapshot_failures_total: {
    type: 'counter',
    help: 'Times that gauges could not be read in time, by source; they are then missing from the answer',
    labels: ['source'],
  },
  payments_spans_total: {
    type: 'counter',
    help: 'Spans of traces that the collector took (sent) or did not take (lost); 0 while tracing is off',
    labels: ['outcome'],
  },
  payments_build_info: {
    type: 'gauge',
    help: '1, with the version of the service and of Node.js',
    labels: ['version', 'node'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

type Table = typeof metricTable;
type NameOf<Type extends MetricDefinition['type']> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never;
}[keyof Table];

export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;
/** Exactly the labels of the metric. */
export type LabelsOf<Name extends keyof Table> = Readonly<Record<Table[Name]['labels'][number], string>>;
