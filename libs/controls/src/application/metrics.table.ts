import { defineMetrics } from '@payments/observability';

/** Every metric of this context. */
export const controlsMetrics = defineMetrics({
  payments_return_rate_ppm: {
    type: 'gauge',
    help: 'Highest share of an originator’s debits that were returned in 60 days, in parts per million, from 100 debits and 3 returns on (all processes)',
    labels: ['kind'],
  },
});
