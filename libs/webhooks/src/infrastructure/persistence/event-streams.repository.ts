import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { EventStreams } from '../../application/stream-ports.js';
import type { EventPage, EventRange, StreamedEvent, StreamFilter } from '../../application/stream-ports.js';

const LAST = `coalesce((SELECT last_position FROM platform.event_positions WHERE enterprise_id = $1), 0)`;

@Injectable()
export class EventStreamsRepository extends EventStreams {
  async range(): Promise<EventRange> {
    const [row] = await currentTransaction().query<{ oldest: string | null; last: string }>(
      `SELECT ${LAST} AS last,
         (SELECT min(position) FROM platform.events WHERE enterprise_id = $1 AND position IS NOT NULL) AS oldest`,
      [workContext.enterpriseId()],
    );
    const { oldest, last } = row!;
    return { oldest: oldest === null ? null : Number(oldest), last: Number(last) };
  }

  // One statement, so that no event is published between the two reads.
  async after(position: number, limit: number, { event_type, resource_id }: StreamFilter): Promise<EventPage> {
    const rows = await currentTransaction().query<StreamedEvent & { last: string }>(
      `SELECT p.last, e.* FROM (SELECT ${LAST} AS last) AS p LEFT JOIN LATERAL (
         SELECT id AS event_id, type AS event_type, created_at, sequence, data, test, position, resource_type, resource_id
         FROM platform.events
         WHERE enterprise_id = $1 AND position > $2 AND ($3::text[] IS NULL OR type = ANY($3))
           AND ($4::uuid IS NULL OR resource_id = $4)
         ORDER BY position LIMIT $5) AS e ON true ORDER BY e.position`,
      [workContext.enterpriseId(), position, event_type ?? null, resource_id ?? null, limit],
    );
    const events = rows.filter(({ event_id }) => event_id !== null);
    const isWhole = events.length < limit;
    return { events, readUntil: Number(isWhole ? rows[0]!.last : events.at(-1)!.position) };
  }
}
