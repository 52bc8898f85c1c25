import { defineMetrics } from './define-metrics.js';

/** What this library counts itself. */
export const observabilityMetrics = defineMetrics({
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
});
