import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageBy } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { EventHistory } from '../../application/history-ports.js';
import type { EventFilter, LoggedEvent, TestEvent } from '../../application/history-ports.js';

const COLUMNS = `id AS event_id, type AS event_type, created_at, sequence, data, test, position`;

@Injectable()
export class EventHistoryRepository extends EventHistory {
  constructor(private readonly wake: WakeSignal) {
    super();
  }

  async list(filter: EventFilter): Promise<Page<LoggedEvent>> {
    const { after = 0, start_time, end_time, event_type, resource_id } = filter;
    const { limit, offset } = limitOffset(filter);
    const rows = await currentTransaction().query<LoggedEvent>(
      `SELECT ${COLUMNS} FROM platform.events
       WHERE enterprise_id = $1 AND position > $2 AND ($3::timestamptz IS NULL OR created_at >= $3)
         AND ($4::timestamptz IS NULL OR created_at < $4) AND ($5::text[] IS NULL OR type = ANY($5))
         AND ($6::uuid IS NULL OR resource_id = $6)
       ORDER BY position LIMIT $7 OFFSET $8`,
      [
        workContext.enterpriseId(),
        after,
        start_time ?? null,
        end_time ?? null,
        event_type ?? null,
        resource_id ?? null,
        limit,
        offset,
      ],
    );
    return pageBy(rows, filter, ({ position }) => position);
  }

  async find(id: string): Promise<LoggedEvent | undefined> {
    const [event] = await currentTransaction().query<LoggedEvent>(
      `SELECT ${COLUMNS} FROM platform.events WHERE enterprise_id = $1 AND id = $2 AND position IS NOT NULL`,
      [workContext.enterpriseId(), id],
    );
    return event;
  }

  async addTest({ id, type, resource_type, resource_id, data, created_at }: TestEvent): Promise<void> {
    const transaction = currentTransaction();
    const { requestId, span } = workContext.get();
    await transaction.query(
      `INSERT INTO platform.events
         (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at, trace_parent, test)
       VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, true)`,
      [
        workContext.enterpriseId(),
        id,
        type,
        resource_type,
        resource_id,
        data,
        requestId,
        created_at,
        span?.traceParent,
      ],
    );
    transaction.afterCommit(() => this.wake.send());
  }
}
