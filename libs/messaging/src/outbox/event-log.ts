import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@payments/kernel';
import { currentTransaction } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { WakeSignal } from './wake-signal.js';

// A job may work on many resources at once and is in the trace of one of them. Its events belong to the trace in which
// their resource was made, and only there have the job as their parent.
const TRACE_PARENT = `CASE WHEN e.of_job AND e.sequence > 1 THEN (
        SELECT CASE WHEN left(f.trace_parent, 35) = left(e.trace_parent, 35) THEN e.trace_parent ELSE f.trace_parent END
        FROM platform.events f
        WHERE f.enterprise_id = e.enterprise_id AND f.resource_id = e.resource_id AND f.sequence = 1)
      ELSE e.trace_parent END`;

/**
 * Inserts events from a JSON parameter as one CTE or statement, so that a hot path can write them in the statement
 * that changes the resource. `condition` decides whether they are written at all.
 */
export function insertEvents(parameter: string, condition = 'true'): string {
  return `INSERT INTO platform.events
      (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at, trace_parent)
    SELECT e.enterprise_id, e.id, e.type, e.resource_type, e.resource_id, e.sequence, e.data, e.request_id, e.created_at,
      ${TRACE_PARENT}
    FROM jsonb_to_recordset(${parameter}::jsonb) AS e(enterprise_id uuid, id uuid, type text, resource_type text,
      resource_id uuid, sequence int, data text, request_id text, created_at timestamptz, trace_parent text, of_job bool)
    WHERE ${condition}`;
}

/** The parameter that `insertEvents` reads. The data is serialised here once; its bytes are what webhooks carry. */
export function eventsParameter(events: readonly RecordedEvent[]): string {
  const { requestId, span, remoteAddress } = workContext.get();
  const origin = span && { trace_parent: span.traceParent, of_job: remoteAddress === undefined };
  const enterpriseId = workContext.enterpriseId();
  return JSON.stringify(
    events.map((event) => ({
      ...event,
      enterprise_id: enterpriseId,
      request_id: requestId,
      ...origin,
      data: JSON.stringify(event.data),
    })),
  );
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
