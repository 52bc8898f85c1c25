import { defineMetrics } from '@payments/observability';

/** The metrics of the verify context. */
export const verifyMetrics = defineMetrics({
  payments_verification_probes_total: {
    type: 'counter',
    help: 'Status changes of the probes of verifications, by rail and new status. Nacha requires originators to monitor returned micro-entries',
    labels: ['rail', 'status'],
  },
});
