import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@payments/kernel';
import { currentTransaction, rowValues } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { WakeSignal } from './wake-signal.js';

const EVENT_COLUMNS = [
  ...(['enterprise_id', 'id', 'type', 'resource_type', 'resource_id', 'sequence', 'data'] as const),
  ...(['request_id', 'created_at', 'trace_parent'] as const),
];

// A job may work on many resources at once and is in the trace of one of them. Its events belong to the trace in which
// their resource was made, and only there have the job as their parent. The traces are looked up once for all events: a distributed
// database takes no look-up for each.
const INSERT_EVENTS = `
  WITH made AS MATERIALIZED (
    SELECT resource_id, trace_parent FROM platform.events
    WHERE enterprise_id = $2 AND resource_id = ANY($3::uuid[]) AND sequence = 1)
  INSERT INTO platform.events (${EVENT_COLUMNS.join(', ')})
  SELECT $2, e.id, e.type, e.resource_type, e.resource_id, e.sequence, e.data, e.request_id, e.created_at,
    CASE WHEN NOT e.is_later OR left(made.trace_parent, 35) = left(e.trace_parent, 35) THEN e.trace_parent
      ELSE made.trace_parent END
  FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, type text, resource_type text, resource_id uuid, sequence int, data text,
    request_id text, created_at timestamptz, trace_parent text, is_later bool)
  LEFT JOIN made ON made.resource_id = e.resource_id
  RETURNING 1`;

/** The parameters of `INSERT_EVENTS`. */
function insertValues(events: readonly RecordedEvent[]): unknown[] {
  const isOfJob = workContext.get().remoteAddress === undefined;
  const rows = events.map((event) => ({ ...toRow(event), is_later: isOfJob && event.sequence > 1 }));
  const later = rows.filter(({ is_later }) => is_later).map(({ resource_id }) => resource_id);
  return [JSON.stringify(rows), workContext.enterpriseId(), later];
}

/**
 * Inserts the first event of a resource: as one CTE for each row of `source`, or by itself. Its parameters are the
 * `eventValues`, as `parameter` numbers them.
 */
export function insertEvent(parameter: () => string, source?: string): string {
  const values = EVENT_COLUMNS.map(parameter).join(', ');
  return `INSERT INTO platform.events (${EVENT_COLUMNS.join(', ')})
    ${source === undefined ? `VALUES (${values})` : `SELECT ${values} FROM ${source} RETURNING 1`}`;
}

export function eventValues(event: RecordedEvent): unknown[] {
  return rowValues(toRow(event), EVENT_COLUMNS);
}

// The data is serialized here once; its bytes are what webhooks carry.
function toRow(event: RecordedEvent) {
  const { requestId, span } = workContext.get();
  return {
    ...event,
    enterprise_id: workContext.enterpriseId(),
    data: JSON.stringify(event.data),
    request_id: requestId,
    trace_parent: span?.traceParent ?? null,
  };
}

/** The outbox of events: written in the transaction of the change itself, published by the worker afterwards. */
@Injectable()
export class EventLog {
  constructor(private readonly wake: WakeSignal) {}

  async append(events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const transaction = currentTransaction();
    await transaction.query(INSERT_EVENTS, insertValues(events), 'insert-events');
    transaction.afterCommit(() => this.wake.send());
  }
}
