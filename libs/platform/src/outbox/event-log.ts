import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@payments/kernel';
import { currentTransaction } from '../database/current-transaction.js';
import { workContext } from '../tenancy/context.js';
import { WakeSignal } from './wake-signal.js';

/**
 * Inserts events from a JSON parameter as one CTE or statement, so that a hot path can write them in the statement
 * that changes the resource. `condition` decides whether they are written at all.
 */
export function insertEvents(parameter: string, condition = 'true'): string {
  return `INSERT INTO platform.events
      (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
    SELECT e.enterprise_id, e.id, e.type, e.resource_type, e.resource_id, e.sequence, e.data, e.request_id, e.created_at
    FROM jsonb_to_recordset(${parameter}::jsonb) AS e(enterprise_id uuid, id uuid, type text, resource_type text,
      resource_id uuid, sequence int, data text, request_id text, created_at timestamptz)
    WHERE ${condition}`;
}

/** The parameter that `insertEvents` reads. The data is serialised here once; its bytes are what webhooks carry. */
export function eventsParameter(events: readonly RecordedEvent[]): string {
  const { requestId } = workContext.get();
  const { enterpriseId } = workContext.tenant();
  return JSON.stringify(
    events.map((event) => ({
      ...event,
      enterprise_id: enterpriseId,
      request_id: requestId,
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
