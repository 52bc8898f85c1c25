import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@payments/kernel';
import { currentTransaction, rowValues } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { WakeSignal } from './wake-signal.js';

// A job may work on many resources at once and is in the trace of one of them. Its events belong to the trace in which
// their resource was made, and only there have the job as their parent.
const TRACE_PARENT = `CASE WHEN e.of_job AND e.sequence > 1 THEN (
        SELECT CASE WHEN left(f.trace_parent, 35) = left(e.trace_parent, 35) THEN e.trace_parent ELSE f.trace_parent END
        FROM platform.events f
        WHERE f.enterprise_id = e.enterprise_id AND f.resource_id = e.resource_id AND f.sequence = 1)
      ELSE e.trace_parent END`;

const EVENT_COLUMNS = [
  ...(['enterprise_id', 'id', 'type', 'resource_type', 'resource_id', 'sequence', 'data'] as const),
  ...(['request_id', 'created_at', 'trace_parent'] as const),
];

/** Inserts events from a JSON parameter. */
function insertEvents(parameter: string): string {
  return `INSERT INTO platform.events (${EVENT_COLUMNS.join(', ')})
    SELECT e.enterprise_id, e.id, e.type, e.resource_type, e.resource_id, e.sequence, e.data, e.request_id, e.created_at,
      ${TRACE_PARENT}
    FROM jsonb_to_recordset(${parameter}::jsonb) AS e(enterprise_id uuid, id uuid, type text, resource_type text,
      resource_id uuid, sequence int, data text, request_id text, created_at timestamptz, trace_parent text, of_job bool)`;
}

/** The parameter that `insertEvents` reads. */
function eventsParameter(events: readonly RecordedEvent[]): string {
  const isOfJob = workContext.get().remoteAddress === undefined;
  return JSON.stringify(events.map((event) => ({ ...toRow(event), of_job: isOfJob })));
}

/**
 * Inserts the first event of a resource as one CTE, for each row of `source`. Its parameters are the `eventValues`, as
 * `parameter` numbers them.
 */
export function insertEvent(parameter: () => string, source: string): string {
  return `INSERT INTO platform.events (${EVENT_COLUMNS.join(', ')})
    SELECT ${EVENT_COLUMNS.map(parameter).join(', ')} FROM ${source}`;
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
    await transaction.query(insertEvents('$1'), [eventsParameter(events)], 'insert-events');
    transaction.afterCommit(() => this.wake.send());
  }
}
