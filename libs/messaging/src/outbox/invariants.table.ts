import { DAY_MS, idBefore } from '@payments/kernel';
import { cheapInvariant } from '@payments/persistence';
import type { Violation, Invariant } from '@payments/persistence';

const STEP = 5_000;
/** A transaction that began before the last look may have committed after it. */
export const LATE_COMMIT_MS = 60_000;
/** Retention removes events when they are older than this, and a little; what is gone by then breaks no rule. */
export const EVENTS_STAND_MS = 29 * DAY_MS;

interface GapRow extends Violation {
  readonly last: string;
  readonly is_gap: boolean;
}

const positionsHaveNoGap: Invariant = {
  name: 'positions-have-no-gap',
  rule: 'published events have positions without gaps, up to the last assigned position',
  find: async ({ transaction, enterpriseId, now, since }) => {
    const from = new Date(since ? since.getTime() - LATE_COMMIT_MS : now.getTime() - EVENTS_STAND_MS);
    const [first] = await transaction.query<{ position: string; last: string; newest: string }>(
      `SELECT min(position) AS position, max(position) AS newest,
         coalesce((SELECT last_position FROM platform.event_positions WHERE enterprise_id = $1), 0) AS last
       FROM platform.events WHERE enterprise_id = $1 AND id >= $2 AND position IS NOT NULL`,
      [enterpriseId, idBefore(from)],
    );
    const { position, last, newest } = first!;
    if (position === null) return [];
    const violations: Violation[] = [];
    if (newest !== last)
      violations.push({ subject: 'last position', message: `is ${last}, but the newest event has ${newest}` });
    for (let at: string | undefined = position; at !== undefined;) {
      const rows: GapRow[] = await transaction.query<GapRow>(
        `SELECT id::text AS subject, position AS last, format('position %s follows %s', position, before) AS message,
           coalesce(position <> before + 1, false) AS is_gap
         FROM (
           SELECT id, position, lag(position) OVER (ORDER BY position) AS before FROM (
             SELECT id, position FROM platform.events WHERE enterprise_id = $1 AND position >= $2
             ORDER BY position LIMIT ${STEP}) AS step) AS pairs
         ORDER BY position`,
        [enterpriseId, at],
        'find-position-gaps',
      );
      violations.push(...rows.filter(({ is_gap }) => is_gap).map(({ subject, message }) => ({ subject, message })));
      at = rows.length === STEP ? rows.at(-1)!.last : undefined;
    }
    return violations;
  },
};

/** The rules of tasks and events. */
export const outboxInvariants: readonly Invariant[] = [
  positionsHaveNoGap,
  cheapInvariant(
    'events-are-published',
    'every event gets its position within five minutes',
    `SELECT id::text AS subject, format('a %s of %s has no position', type, created_at) AS message
     FROM platform.events
     WHERE enterprise_id = $1 AND position IS NULL AND created_at < $2::timestamptz - interval '5 minutes' LIMIT 1000`,
  ),
  cheapInvariant(
    'no-stale-due-task',
    'no task is overdue, or has an expired lease, for more than five minutes',
    `SELECT format('%s %s', queue, subject_id) AS subject,
       CASE WHEN lease_token IS NULL THEN format('has been due since %s', run_at)
         ELSE format('its lease expired at %s', run_at) END AS message
     FROM platform.tasks
     WHERE enterprise_id = $1 AND run_at < $2::timestamptz - interval '5 minutes' LIMIT 1000`,
  ),
];
