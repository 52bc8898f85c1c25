import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { Invariant, Violation } from '@payments/persistence';
import { scheduleQueues } from '../../application/queues.js';

const PROGRESS = `
  SELECT id::text AS subject, 'it has not ended, but no task in ${scheduleQueues.runs} exists for it' AS message
  FROM schedules.schedules s
  WHERE enterprise_id = $1 AND ended_at IS NULL AND NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = '${scheduleQueues.runs}' AND t.subject_id = s.id)`;

const RUNS = `
  SELECT s.id::text AS subject, format('it counts %s made, %s refused and %s skipped dates, but there are %s, %s and %s',
    s.made, s.refused, s.skipped, o.made, o.refused, o.skipped) AS message
  FROM schedules.schedules s CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'made') AS made, count(*) FILTER (WHERE status = 'refused') AS refused,
      count(*) FILTER (WHERE status = 'skipped') AS skipped
    FROM schedules.occurrences WHERE enterprise_id = $1 AND schedule_id = s.id) AS o
  WHERE s.enterprise_id = $1 AND s.updated_at >= $2 AND (s.made, s.refused, s.skipped) <> (o.made, o.refused, o.skipped)`;

const TRANSFERS = `
  SELECT schedule_id::text AS subject, format('its transfer of %s does not exist', occurrence_date) AS message
  FROM schedules.schedules s
  JOIN schedules.occurrences o ON o.enterprise_id = $1 AND o.schedule_id = s.id AND o.created_at >= $2
  WHERE s.enterprise_id = $1 AND s.updated_at >= $2 AND transfer_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM transfers.scheduled t
    WHERE t.enterprise_id = $1 AND t.id = o.transfer_id AND t.schedule_id = o.schedule_id)
  UNION ALL
  SELECT schedule_id::text, format('transfer %s belongs to none of its dates', id)
  FROM transfers.scheduled t
  WHERE enterprise_id = $1 AND created_at >= $2 AND NOT EXISTS (
    SELECT FROM schedules.occurrences o
    WHERE o.enterprise_id = $1 AND o.schedule_id = t.schedule_id AND o.transfer_id = t.id)`;

/** A rule of dates: of all of them, or of those since. */
const ofDates = (name: string, rule: string, sql: string): Invariant => ({
  ...{ name, rule },
  find: ({ transaction, enterpriseId, since = new Date(0) }) =>
    transaction.query<Violation>(sql, [enterpriseId, new Date(since.getTime() - LATE_COMMIT_MS)]),
});

/** Every rule that always holds of schedules. */
export const scheduleInvariants: readonly Invariant[] = [
  cheapInvariant('no-stuck-schedule', 'a schedule that has not ended has a task', PROGRESS),
  ofDates('schedules-count-their-dates', 'a schedule counts the dates that it has had', RUNS),
  ofDates('dates-have-their-transfer', 'a date that was paid has one transfer, and it alone', TRANSFERS),
];
