import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Metrics } from '@payments/observability';
import { persistenceMetrics } from '../metrics.table.js';
import { DatabaseGauges } from './database-gauges.js';
import type { GaugeQuery } from './database-gauges.js';

const GIGABYTE = 1e9;

/** Connections that others than superusers may open. */
export const CONNECTION_LIMIT = `(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
  - coalesce(current_setting('reserved_connections', true), '0')::int)`;

const CONNECTIONS: GaugeQuery = {
  name: 'gauge-database-connections',
  gauges: [persistenceMetrics.payments_database_connections, persistenceMetrics.payments_database_connection_limit],
  sql: `SELECT sum(numbackends)::int AS payments_database_connections,
      ${CONNECTION_LIMIT} AS payments_database_connection_limit FROM pg_stat_database`,
};

// Needs pg_monitor for the log.
const STORAGE: GaugeQuery = {
  name: 'gauge-database-storage',
  gauges: [persistenceMetrics.payments_database_bytes],
  sql: `SELECT 'data' AS part, pg_database_size(current_database())::float8 AS payments_database_bytes
    UNION ALL SELECT 'write_ahead_log', sum(size)::float8 FROM pg_ls_waldir()`,
};

// A slot without a standby keeps all that was written since. Needs pg_monitor for standbys.
const REPLICATION: GaugeQuery = {
  name: 'gauge-database-replication',
  gauges: [persistenceMetrics.payments_database_replication_lag_bytes],
  sql: `SELECT replica, max(lag)::float8 AS payments_database_replication_lag_bytes FROM (
      SELECT application_name AS replica, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS lag
      FROM pg_stat_replication WHERE replay_lsn IS NOT NULL
      UNION ALL SELECT slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
      FROM pg_replication_slots WHERE NOT active AND NOT temporary AND restart_lsn IS NOT NULL) AS behind
    GROUP BY replica`,
};

/** The state of the database server: connections, storage, and standbys. */
@Injectable()
export class ServerGauges {
  constructor(gauges: DatabaseGauges, metrics: Metrics, @Inject(CONFIG) { databaseDiskGb }: Config) {
    for (const query of [CONNECTIONS, STORAGE, REPLICATION]) gauges.add(query);
    // Statements cannot see how large the disk is.
    if (databaseDiskGb !== undefined) {
      metrics.set(persistenceMetrics.payments_database_disk_bytes, {}, databaseDiskGb * GIGABYTE);
    }
  }
}
