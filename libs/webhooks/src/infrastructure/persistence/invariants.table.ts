import { idBefore } from '@payments/kernel';
import { EVENTS_STAND_MS, LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { Violation, Invariant } from '@payments/persistence';
import { WEBHOOK_DELIVERIES } from '../../application/ports.js';

const STEP = 5_000;

interface StepRow {
  readonly last: string | null;
  readonly events: number;
  readonly missing: readonly Violation[] | null;
}

// A configuration changed after the event, or just before, may have had other subscriptions when the event
// was published. The selectors are those of `subscribes`.
const MISSING = `
  WITH step AS MATERIALIZED (
    SELECT id, type, resource_type, created_at, position, test FROM platform.events
    WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  missing AS (
    SELECT e.id::text AS subject, format('configuration %s subscribes to this %s, but has no delivery of it', c.id, e.type) AS message
    FROM step e JOIN webhooks.configurations c ON c.enterprise_id = $1
      AND c.event_types && ARRAY[e.type, e.resource_type || '_all', 'subscribe_all']
      AND c.updated_at < e.created_at - interval '1 minute'
    WHERE e.position IS NOT NULL AND NOT e.test AND NOT EXISTS (
      SELECT FROM webhooks.deliveries d
      WHERE d.enterprise_id = $1 AND d.event_id = e.id AND d.configuration_id = c.id))
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM step) AS events,
    (SELECT jsonb_agg(missing) FROM missing) AS missing`;

const eventsHaveTheirDeliveries: Invariant = {
  name: 'events-have-their-deliveries',
  rule: 'a published event has a delivery for each subscribed configuration',
  find: async ({ transaction, enterpriseId, now, since }) => {
    const from = since ? since.getTime() - LATE_COMMIT_MS : now.getTime() - EVENTS_STAND_MS;
    const violations: Violation[] = [];
    for (let after: string | null = idBefore(new Date(from)); after !== null;) {
      const [step]: StepRow[] = await transaction.query<StepRow>(
        MISSING,
        [enterpriseId, after],
        'find-missing-deliveries',
      );
      violations.push(...(step!.missing ?? []));
      after = step!.events === STEP ? step!.last : null;
    }
    return violations;
  },
};

/** The invariants of deliveries. */
export const webhookInvariants: readonly Invariant[] = [
  eventsHaveTheirDeliveries,
  cheapInvariant(
    'no-stuck-delivery',
    'an enabled configuration with pending deliveries has a task',
    `SELECT c.id::text AS subject, 'it has pending deliveries, but no task' AS message
     FROM webhooks.configurations c
     WHERE c.enterprise_id = $1 AND c.enabled
       AND EXISTS (
         SELECT FROM webhooks.deliveries d
         WHERE d.enterprise_id = $1 AND d.configuration_id = c.id AND d.status = 'pending')
       AND NOT EXISTS (
         SELECT FROM platform.tasks t
         WHERE t.enterprise_id = $1 AND t.queue = '${WEBHOOK_DELIVERIES}' AND t.subject_id = c.id)`,
  ),
];
