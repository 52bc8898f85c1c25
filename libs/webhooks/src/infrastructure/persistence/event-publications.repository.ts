import { Injectable } from '@nestjs/common';
import { WakeSignal } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, isAny } from '@payments/persistence';
import { EventPublications } from '../../application/ports.js';
import type { NewlyPublished } from '../../application/ports.js';

@Injectable()
export class EventPublicationsRepository extends EventPublications {
  constructor(private readonly wake: WakeSignal) {
    super();
  }

  async tryLockPublisher(): Promise<string | undefined> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    const [publisher] = await transaction.query<{ last_position: string }>(
      `SELECT last_position FROM platform.event_positions WHERE enterprise_id = $1 FOR UPDATE SKIP LOCKED`,
      [enterpriseId],
      'lock-publisher',
    );
    if (publisher !== undefined) return publisher.last_position;
    const [first] = await transaction.query<{ last_position: string }>(
      `INSERT INTO platform.event_positions (enterprise_id) VALUES ($1)
       ON CONFLICT (enterprise_id) DO NOTHING RETURNING last_position`,
      [enterpriseId],
    );
    return first?.last_position;
  }

  // A separate statement after the lock, so that its snapshot includes what the previous publisher published.
  async publish(lastPosition: string, limit: number): Promise<NewlyPublished[]> {
    const transaction = currentTransaction();
    const enterpriseId = workContext.enterpriseId();
    const published = await transaction.query<NewlyPublished>(
      `WITH fresh AS (
         SELECT id, row_number() OVER (ORDER BY id) AS place FROM (
           SELECT id FROM platform.events WHERE enterprise_id = $1 AND position IS NULL ORDER BY id LIMIT $3) AS oldest
       ), published AS (
         UPDATE platform.events e SET position = $2::bigint + fresh.place FROM fresh
         WHERE e.enterprise_id = $1 AND e.id = fresh.id AND ${isAny('fresh.id')}
         RETURNING e.id, e.type, e.resource_type, e.position
       ), moved AS (
         UPDATE platform.event_positions SET last_position = (SELECT max(position) FROM published)
         WHERE enterprise_id = $1 AND EXISTS (SELECT FROM published)
       )
       SELECT id, type, resource_type FROM published ORDER BY position`,
      [enterpriseId, lastPosition, limit],
      'publish-events',
    );
    if (published.length > 0) transaction.afterCommit(() => this.wake.sendPublished(enterpriseId));
    return published;
  }
}
