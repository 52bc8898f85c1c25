import { defineMetrics, FAST_BUCKETS } from '@payments/observability';

/** The pool of connections to PostgreSQL, and sealed fields. */
export const persistenceMetrics = defineMetrics({
  payments_sealed_field_failures_total: {
    type: 'counter',
    help: 'Encrypted fields that could not be decrypted: changed, or moved from another place',
    labels: ['field'],
  },
  payments_database_connections: {
    type: 'gauge',
    help: 'Open connections to the PostgreSQL server, of all its users',
    labels: [],
  },
  payments_database_connection_limit: {
    type: 'gauge',
    help: 'Connections that the PostgreSQL server allows others than superusers',
    labels: [],
  },
  payments_database_bytes: {
    type: 'gauge',
    help: 'Size of the database on the disk of PostgreSQL, by part (data, write_ahead_log)',
    labels: ['part'],
  },
  payments_database_disk_bytes: {
    type: 'gauge',
    help: 'Size of the disk of PostgreSQL, as DATABASE_DISK_GB says; missing without it',
    labels: [],
  },
  payments_database_replication_lag_bytes: {
    type: 'gauge',
    help: 'Write-ahead log that a standby has not applied, or that a slot without a standby keeps, by its name',
    labels: ['replica'],
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
