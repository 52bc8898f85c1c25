import { DAY_MS, idBefore } from '@payments/kernel';
import { REMOVED_AT_ONCE, removeRows } from '@payments/persistence';
import type { RetentionRule, RetentionStep } from '@payments/persistence';

const EVENT_DAYS = 30;

// Ids follow time, so the primary key finds the oldest. Deliveries about to be sent stay; those held for a
// disabled configuration are deleted with a notice: one per configuration and day.
const OLD_EVENTS = `
  WITH old AS (
    SELECT e.id FROM platform.events e
    WHERE e.enterprise_id = $1 AND e.id < $2 AND e.created_at < $3 AND e.position IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM webhooks.configurations c JOIN webhooks.deliveries d
          ON d.enterprise_id = c.enterprise_id AND d.configuration_id = c.id AND d.event_id = e.id
        WHERE c.enterprise_id = e.enterprise_id AND c.enabled AND d.status = 'pending')
    ORDER BY e.id LIMIT ${REMOVED_AT_ONCE}
  ), gone AS (
    DELETE FROM webhooks.deliveries d USING old WHERE d.enterprise_id = $1 AND d.event_id = old.id
    RETURNING d.id, d.configuration_id, d.status
  ), tried AS (
    DELETE FROM webhooks.attempts a USING gone WHERE a.enterprise_id = $1 AND a.delivery_id = gone.id
  ), forgotten AS (
    DELETE FROM webhooks.recoveries WHERE enterprise_id = $1 AND id < $2
  ), noticed AS (
    INSERT INTO webhooks.notices AS n (enterprise_id, id, configuration_id, kind, deliveries, created_at)
    SELECT $1::uuid, md5(gone.configuration_id || $4::text)::uuid, gone.configuration_id, 'deliveries_expired',
      count(*), $5::timestamptz
    FROM gone JOIN webhooks.configurations c ON c.enterprise_id = $1 AND c.id = gone.configuration_id
    WHERE gone.status = 'pending' GROUP BY gone.configuration_id
    ON CONFLICT (enterprise_id, id) DO UPDATE SET deliveries = n.deliveries + excluded.deliveries
  ), removed AS (
    DELETE FROM platform.events e USING old WHERE e.enterprise_id = $1 AND e.id = old.id RETURNING e.id
  )
  SELECT (SELECT count(*)::int FROM removed) AS events,
    (SELECT count(*)::int FROM gone WHERE status = 'pending') AS expired`;

async function removeEvents({ transaction, enterpriseId, before, now, log }: RetentionStep): Promise<number> {
  const day = now.toISOString().slice(0, 10);
  const [removal] = await transaction.query<{ readonly events: number; readonly expired: number }>(
    OLD_EVENTS,
    [enterpriseId, idBefore(before), before, day, now],
    'delete-old-events',
  );
  const { events, expired } = removal!;
  if (expired > 0) log.warn('webhook_deliveries_expired', { count: expired });
  return events;
}

/** Events are deleted with their deliveries, attempts and recoveries; notices about endpoints later. */
export const webhookRetention: readonly RetentionRule[] = [
  { what: 'events', keptMs: () => EVENT_DAYS * DAY_MS, remove: removeEvents },
  {
    what: 'webhook_notices',
    keptMs: ({ retention }) => retention.noticeDays * DAY_MS,
    remove: removeRows({ table: 'webhooks.notices', key: 'id', isOld: 'r.created_at < $1' }),
  },
];
