import { defineMetrics } from './define-metrics.js';

/** What this library counts itself. */
export const observabilityMetrics = defineMetrics({
  payments_snapshot_failures_total: {
    type: 'counter',
    help: 'Failed or late reads of gauges, by source; the gauges are then missing from the response',
    labels: ['source'],
  },
  payments_log_lines_dropped_total: {
    type: 'counter',
    help: 'Log lines that were lost because standard output took none: a full disk, or a stalled reader',
    labels: [],
  },
  payments_spans_total: {
    type: 'counter',
    help: 'Trace spans that the collector accepted (sent) or that were lost; 0 while tracing is off',
    labels: ['outcome'],
  },
});
