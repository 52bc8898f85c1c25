import { defineMetrics } from '@payments/observability';

/** The metrics of the verify context. */
export const verifyMetrics = defineMetrics({
  payments_verification_probes_total: {
    type: 'counter',
    help: 'Status changes of probes of verifications, by rail and new status; Nacha has originators watch how many micro-entries return',
    labels: ['rail', 'status'],
  },
});
