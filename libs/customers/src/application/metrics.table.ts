import { defineMetrics } from '@payments/observability';

/** The metrics of the customers context. */
export const customerMetrics = defineMetrics({
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
});
