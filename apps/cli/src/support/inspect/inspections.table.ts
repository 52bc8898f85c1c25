import { RETURN_RATE_DAYS } from '@payments/kernel';
import { CONNECTION_LIMIT } from '@payments/persistence';
import type { Topic } from './topics.table.js';

/** What an operator looks at in the database. Rows are read as the service reads them, so that row-level security hides none. */
export interface Inspection {
  /** `server`: needs pg_monitor, and shows sessions and objects of everybody. `enterprise`: is read once for each; $1 is its id. */
  readonly of: 'server' | 'enterprise';
  readonly sql: string;
}

const LONGEST_QUERY = 100;
const MOST_ROWS = 20;
const COUNTED_AT_MOST = 10_000;

export const inspections: Readonly<Record<Topic, Inspection>> = {
  activity: {
    of: 'server',
    sql: `
      SELECT pid, usename AS login, application_name AS application, state,
        round(extract(epoch FROM clock_timestamp() - coalesce(xact_start, query_start)))::int AS seconds,
        wait_event_type AS waits_for, array_to_string(pg_blocking_pids(pid), ' ') AS blocked_by,
        left(regexp_replace(query, '\\s+', ' ', 'g'), ${LONGEST_QUERY}) AS query
      FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
      ORDER BY coalesce(xact_start, query_start) LIMIT ${MOST_ROWS}`,
  },
  connections: {
    of: 'server',
    sql: `
      SELECT usename AS login, application_name AS application, state, count(*)::int AS connections,
        (sum(count(*)) OVER ())::int AS of_all, ${CONNECTION_LIMIT} AS limit
      FROM pg_stat_activity WHERE backend_type = 'client backend' GROUP BY 1, 2, 3 ORDER BY 4 DESC`,
  },
  replication: {
    of: 'server',
    sql: `
      SELECT application_name AS replica, state, coalesce(client_addr::text, 'local') AS address,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS behind_bytes,
        round(extract(epoch FROM replay_lag))::int AS behind_seconds
      FROM pg_stat_replication
      UNION ALL
      SELECT slot_name, CASE WHEN active THEN 'slot' ELSE 'slot without a standby' END, NULL,
        pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8, NULL
      FROM pg_replication_slots ORDER BY 4 DESC`,
  },
  storage: {
    of: 'server',
    sql: `
      SELECT pg_size_pretty(pg_database_size(current_database())) AS database,
        (SELECT pg_size_pretty(sum(size)) FROM pg_ls_waldir()) AS write_ahead_log,
        (SELECT round(sum(idx_blks_hit) / greatest(sum(idx_blks_hit + idx_blks_read), 1), 4)::float8
          FROM pg_statio_user_indexes) AS indexes_in_memory`,
  },
  tables: {
    of: 'server',
    sql: `
      SELECT relid::regclass::text AS table, n_live_tup::float8 AS rows,
        round(100.0 * n_dead_tup / greatest(n_live_tup + n_dead_tup, 1))::int AS dead_percent,
        pg_size_pretty(pg_table_size(relid)) AS heap, pg_size_pretty(pg_indexes_size(relid)) AS indexes,
        (pg_indexes_size(relid) / greatest(n_live_tup, 1))::float8 AS index_bytes_of_a_row, last_autovacuum
      FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT ${MOST_ROWS}`,
  },
  tasks: {
    of: 'enterprise',
    sql: `
      SELECT queue, count(*)::int AS tasks, count(*) FILTER (WHERE run_at <= now())::int AS due, min(run_at) AS oldest,
        max(attempt) AS attempts, last_error AS error
      FROM platform.tasks WHERE enterprise_id = $1 GROUP BY queue, last_error ORDER BY 2 DESC LIMIT ${MOST_ROWS}`,
  },
  events: {
    of: 'enterprise',
    sql: `
      SELECT (SELECT count(*)::int FROM (
          SELECT FROM platform.events WHERE enterprise_id = $1 AND position IS NULL LIMIT ${COUNTED_AT_MOST}) AS first) AS unpublished,
        (SELECT created_at FROM platform.events WHERE enterprise_id = $1 AND position IS NULL ORDER BY id LIMIT 1) AS since,
        (SELECT created_at FROM platform.events WHERE enterprise_id = $1 ORDER BY id LIMIT 1) AS oldest_event`,
  },
  legs: {
    of: 'enterprise',
    sql: `
      SELECT transfer_id, end_to_end_id, rail, status, updated_at AS since FROM transfers.legs
      WHERE enterprise_id = $1 AND status IN ('submitting', 'submitted', 'accepted')
      ORDER BY updated_at LIMIT ${MOST_ROWS}`,
  },
  endpoints: {
    of: 'enterprise',
    sql: `
      SELECT c.id AS configuration_id, c.url, c.enabled, d.due, d.oldest, f.failing_since, f.failures, f.probe_at
      FROM webhooks.configurations c
      LEFT JOIN webhooks.failing_endpoints f ON f.enterprise_id = c.enterprise_id AND f.configuration_id = c.id
      LEFT JOIN (
        SELECT enterprise_id, configuration_id, count(*)::int AS due, min(next_attempt_at) AS oldest
        FROM webhooks.deliveries WHERE enterprise_id = $1 AND status = 'pending' AND next_attempt_at <= now()
        GROUP BY 1, 2) AS d ON d.enterprise_id = c.enterprise_id AND d.configuration_id = c.id
      WHERE c.enterprise_id = $1 AND (d.due IS NOT NULL OR f.failures IS NOT NULL) ORDER BY d.due DESC NULLS LAST`,
  },
  returns: {
    of: 'enterprise',
    sql: `
      SELECT originator, sum(entries)::int AS debits, sum(unauthorized)::int AS unauthorized,
        sum(administrative)::int AS administrative, sum(returned)::int AS returned
      FROM controls.debit_days WHERE enterprise_id = $1 AND day > current_date - ${RETURN_RATE_DAYS}
      GROUP BY 1 ORDER BY 5 DESC LIMIT ${MOST_ROWS}`,
  },
  'return-codes': {
    of: 'enterprise',
    sql: `
      SELECT code, sum(debits)::int AS returned FROM rails.return_counts
      WHERE enterprise_id = $1 AND day > current_date - ${RETURN_RATE_DAYS} GROUP BY 1 ORDER BY 2 DESC`,
  },
};
