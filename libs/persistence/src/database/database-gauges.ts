import { Injectable } from '@nestjs/common';
import { Transactions } from './transactions.js';
import type { GaugeName, GaugeSource, GaugeSample } from '@payments/observability';
import { GaugeCollector } from '@payments/observability';
const STATEMENT_TIMEOUT_MS = 1_000;
/** Beyond this it makes no difference how much there is, and counting on would cost more and more. */
export const COUNTED_AT_MOST = 10_000;

/** A statement that the relay may run. Columns named like gauges are their values, all others are labels. */
export interface GaugeQuery {
  readonly name: string;
  readonly gauges: readonly GaugeName[];
  readonly sql: string;
}

// Both jump from queue to queue in the index of due tasks, so a long queue costs no more than what is counted of it.
const DUE_TASKS: GaugeQuery = {
  name: 'gauge-due-tasks',
  gauges: ['payments_outbox_due_tasks', 'payments_outbox_oldest_due_seconds'],
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
};

const UNPUBLISHED_EVENTS: GaugeQuery = {
  name: 'gauge-unpublished-events',
  gauges: ['payments_outbox_unpublished_events'],
  sql: `SELECT count(*)::int AS payments_outbox_unpublished_events FROM (
      SELECT FROM platform.events WHERE position IS NULL LIMIT ${COUNTED_AT_MOST}) AS first`,
};

const DEAD_LETTERS: GaugeQuery = {
  name: 'gauge-dead-letters',
  gauges: ['payments_dead_letters'],
  sql: `SELECT queue, count(*)::int AS payments_dead_letters FROM platform.dead_letters GROUP BY queue`,
};

/**
 * Gauges over the tables of all enterprises. All statements go out together in one short transaction of the relay, who
 * sees times and states and nothing of what the rows say.
 */
@Injectable()
export class DatabaseGauges implements GaugeSource {
  readonly name = 'database';
  private readonly queries: GaugeQuery[] = [DUE_TASKS, UNPUBLISHED_EVENTS, DEAD_LETTERS];

  constructor(
    private readonly transactions: Transactions,
    gaugeCollector: GaugeCollector,
  ) {
    gaugeCollector.add(this);
  }

  get gauges(): readonly GaugeName[] {
    return this.queries.flatMap(({ gauges }) => gauges);
  }

  add(query: GaugeQuery): void {
    this.queries.push(query);
  }

  read(): Promise<readonly GaugeSample[]> {
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const [, ...results] = await Promise.all([
        transaction.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
        ...this.queries.map(({ sql, name }) => transaction.query<Record<string, unknown>>(sql, [], name)),
      ]);
      return this.queries.flatMap(({ gauges }, index) => results[index]!.flatMap((row) => readingsOf(row, gauges)));
    });
  }
}

function readingsOf(row: Record<string, unknown>, gauges: readonly GaugeName[]): GaugeSample[] {
  const known = new Set<string>(gauges);
  const labels = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (known.has(name) ? [] : [[name, String(value)]])),
  );
  return gauges.map((gauge) => ({ gauge, labels, value: Number(row[gauge]) }));
}
