import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

/** The pool of connections to PostgreSQL, and sealed fields. */
export const persistenceMetrics = defineMetrics({
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
    buckets: FAST_BUCKETS,
  },
});
