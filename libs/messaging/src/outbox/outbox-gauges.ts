import { Injectable } from '@nestjs/common';
import { COUNTED_AT_MOST, DatabaseGauges } from '@payments/persistence';
import type { GaugeQuery } from '@payments/persistence';
import { messagingMetrics } from '../metrics.table.js';

// Jumps from queue to queue in the index of due tasks, so a long queue costs no more than what is counted of it.
const DUE_TASKS: GaugeQuery = {
  name: 'gauge-due-tasks',
  gauges: [messagingMetrics.payments_outbox_due_tasks, messagingMetrics.payments_outbox_oldest_due_seconds],
  sql: `
    WITH RECURSIVE queues AS (
      (SELECT queue FROM platform.tasks ORDER BY queue LIMIT 1)
      UNION ALL
      SELECT (SELECT t.queue FROM platform.tasks t WHERE t.queue > queues.queue ORDER BY t.queue LIMIT 1)
      FROM queues WHERE queues.queue IS NOT NULL)
    SELECT queues.queue, due.tasks AS payments_outbox_due_tasks,
      coalesce(extract(epoch FROM now() - due.oldest), 0)::float8 AS payments_outbox_oldest_due_seconds
    FROM queues CROSS JOIN LATERAL (
      SELECT count(*)::int AS tasks, min(run_at) AS oldest FROM (
        SELECT run_at FROM platform.tasks t WHERE t.queue = queues.queue AND t.run_at <= now()
        ORDER BY t.run_at LIMIT ${COUNTED_AT_MOST}) AS first) AS due
    WHERE queues.queue IS NOT NULL`,
  sqlOfServers: `
    SELECT queue, least(count(*), ${COUNTED_AT_MOST})::int AS payments_outbox_due_tasks,
      coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS payments_outbox_oldest_due_seconds
    FROM platform.tasks WHERE run_at <= now() GROUP BY queue`,
};

const UNPUBLISHED_EVENTS: GaugeQuery = {
  name: 'gauge-unpublished-events',
  gauges: [messagingMetrics.payments_outbox_unpublished_events],
  sql: `SELECT count(*)::int AS payments_outbox_unpublished_events FROM (
      SELECT FROM platform.events WHERE position IS NULL LIMIT ${COUNTED_AT_MOST}) AS first`,
  sqlOfServers: `
    SELECT least(count(*), ${COUNTED_AT_MOST})::int AS payments_outbox_unpublished_events
    FROM platform.events WHERE position IS NULL`,
};

const DEAD_LETTERS: GaugeQuery = {
  name: 'gauge-dead-letters',
  gauges: [messagingMetrics.payments_dead_letters],
  sql: `SELECT queue, count(*)::int AS payments_dead_letters FROM platform.dead_letters GROUP BY queue`,
};

/** How much work and how many events wait in the outbox of all enterprises, and its dead letters. */
@Injectable()
export class OutboxGauges {
  constructor(gauges: DatabaseGauges) {
    for (const query of [DUE_TASKS, UNPUBLISHED_EVENTS, DEAD_LETTERS]) gauges.add(query);
  }
}
