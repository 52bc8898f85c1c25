import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

/** The metrics of the transfers context. */
export const transferMetrics = defineMetrics({
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
  payments_processor_call_seconds: {
    type: 'histogram',
    help: 'Duration of a request to the bank connector, by operation and outcome: a status, or why there was no response',
    labels: ['operation', 'outcome'],
    buckets: FAST_BUCKETS,
  },
  payments_processor_results_contradictory_total: {
    type: 'counter',
    help: 'Processor results that contradict applied results or the clock, by kind of result and status of the leg (or banking_time)',
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
});
