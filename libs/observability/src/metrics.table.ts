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
    help: 'Request duration, by method, route pattern and status',
    labels: ['method', 'route', 'status'],
    buckets: FAST,
  },
  payments_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests in progress',
    labels: [],
  },
  payments_job_seconds: {
    type: 'histogram',
    help: 'Duration of a job (one claim of tasks), by queue and outcome',
    labels: ['queue', 'outcome'],
    buckets: FAST,
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
  payments_transfers_total: {
    type: 'counter',
    help: 'Transfers that entered a status, by use case',
    labels: ['use_case', 'status'],
  },
  payments_legs_total: {
    type: 'counter',
    help: 'Status changes of transfer legs, by rail and new status',
    labels: ['rail', 'status'],
  },
  payments_legs_at_processor: {
    type: 'gauge',
    help: 'Legs at the processor without a final result, counted up to 10000 (all processes)',
    labels: ['rail', 'status'],
  },
  payments_legs_at_processor_oldest_seconds: {
    type: 'gauge',
    help: 'Longest time since the last result of a leg at the processor (all processes)',
    labels: ['rail', 'status'],
  },
  payments_webhook_first_attempt_seconds: {
    type: 'histogram',
    help: 'Time from the change behind an event to the start of its first webhook attempt',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_accepted_seconds: {
    type: 'histogram',
    help: 'Time from the change behind an event to the response of the endpoint that accepted it',
    labels: [],
    buckets: SLOW,
  },
  payments_webhook_attempt_seconds: {
    type: 'histogram',
    help: 'Duration of a webhook attempt, by outcome (delivered, retry, failed, gone)',
    labels: ['outcome'],
    buckets: FAST,
  },
  payments_webhook_failures_total: {
    type: 'counter',
    help: 'Failed webhook attempts, by reason (class of network failure, or status class such as http_4xx)',
    labels: ['reason'],
  },
  payments_webhook_receivers: {
    type: 'gauge',
    help: 'Webhook endpoints without deliveries at present: failing endpoints that are probed, and disabled endpoints (all processes)',
    labels: ['state'],
  },
  payments_screening_list_entries: {
    type: 'gauge',
    help: 'Entries of the screening list that this worker has loaded',
    labels: [],
  },
  payments_screening_list_refused: {
    type: 'gauge',
    help: '1 if the files of SCREENING_LIST_FILE are not active because they are invalid or older than the list of another worker, else 0',
    labels: [],
  },
  payments_screening_pending_customers: {
    type: 'gauge',
    help: 'Verified customers who are not yet screened against the active list (all processes)',
    labels: [],
  },
  payments_screened_customers_total: {
    type: 'counter',
    help: 'Verified customers who were screened against a new list, by outcome (clear, restricted, rejected)',
    labels: ['outcome'],
  },
  payments_invariant_violations: {
    type: 'gauge',
    help: 'Violations of invariants, by invariant (all workers)',
    labels: ['invariant'],
  },
  payments_processor_call_seconds: {
    type: 'histogram',
    help: 'Duration of a request to the bank connector, by operation and outcome: a status, or why there was no response',
    labels: ['operation', 'outcome'],
    buckets: FAST,
  },
  payments_processor_results_contradictory_total: {
    type: 'counter',
    help: 'Processor results that contradict applied results, by kind of result and status of the leg',
    labels: ['kind', 'leg_status'],
  },
  payments_processor_results_set_aside: {
    type: 'gauge',
    help: 'Open processor results that could not be stored in an inbox, by reason (all processes)',
    labels: ['reason'],
  },
  payments_reconciliation_breaks: {
    type: 'gauge',
    help: 'Open reconciliation breaks between the records of the service and the processor report, by kind',
    labels: ['kind'],
  },
  payments_removed_rows_total: {
    type: 'counter',
    help: 'Rows removed at the end of their retention, by kind',
    labels: ['what'],
  },
  payments_dead_letters: {
    type: 'gauge',
    help: 'Dead letters: tasks that are no longer retried, by queue (all processes)',
    labels: ['queue'],
  },
  payments_sealed_field_failures_total: {
    type: 'counter',
    help: 'Encrypted fields that could not be decrypted: changed, or moved from another place',
    labels: ['field'],
  },
  payments_pool_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL, by state (busy, idle)',
    labels: ['state'],
  },
  payments_pool_waiting: {
    type: 'gauge',
    help: 'Transactions waiting for a connection',
    labels: [],
  },
  payments_pool_wait_seconds: {
    type: 'histogram',
    help: 'Time that a transaction waited for its connection',
    labels: [],
    buckets: FAST,
  },
  payments_ready: {
    type: 'gauge',
    help: '1 while the process is ready or degraded, 0 while it is not ready or is stopping',
    labels: [],
  },
  payments_check_up: {
    type: 'gauge',
    help: '1 while a health check passes, by check (database, queue, outbox, clock)',
    labels: ['check'],
  },
  payments_clock_skew_seconds: {
    type: 'gauge',
    help: 'How far the clock of the process is ahead of the database clock; negative if it is behind',
    labels: [],
  },
  payments_snapshot_failures_total: {
    type: 'counter',
    help: 'Failed or late reads of gauges, by source; the gauges are then missing from the response',
    labels: ['source'],
  },
  payments_spans_total: {
    type: 'counter',
    help: 'Trace spans that the collector accepted (sent) or that were lost; 0 while tracing is off',
    labels: ['outcome'],
  },
  payments_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels are the versions of the service and of Node.js',
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
