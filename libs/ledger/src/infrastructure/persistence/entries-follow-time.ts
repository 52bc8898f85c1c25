import { idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, InvariantScope, Violation } from '@payments/persistence';

const STEP = 20_000;

// The first entry got its id just before its time, from the same clock.
const BACKWARD = `
  WITH step AS MATERIALIZED (
    SELECT id, position, created_at, lag(created_at) OVER (ORDER BY position) AS before FROM ledger.entries
    WHERE enterprise_id = $1 AND position >= $2 AND position <= $2 + ${STEP}),
  wrong AS (
    SELECT id::text AS subject, format('its time is %s, but what was before it is of %s', created_at, before) AS message
    FROM (SELECT id, created_at, coalesce(before, CASE position WHEN 1 THEN
        to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) - interval '1 minute' END) AS before
      FROM step) AS pairs
    WHERE created_at < before)
  SELECT (SELECT position FROM step WHERE position = $2 + ${STEP}) AS next, (SELECT jsonb_agg(wrong) FROM wrong) AS wrong`;

const DAYS = `
  SELECT d.day::text AS subject, format('it ends with position %s, of %s, and the next entry is of %s', d.last_position,
    coalesce(l.created_at::text, 'none'), coalesce(n.created_at::text, 'none')) AS message
  FROM ledger.days d CROSS JOIN LATERAL (
    SELECT (d.day + 1)::timestamp AT TIME ZONE 'America/New_York' AS midnight) AS ended
  LEFT JOIN ledger.entries l ON l.enterprise_id = $1 AND l.position = d.last_position
  LEFT JOIN ledger.entries n ON n.enterprise_id = $1 AND n.position = d.last_position + 1
  WHERE d.enterprise_id = $1 AND d.closed_at >= $2
    AND (l.created_at >= midnight OR n.created_at < midnight OR (l.id IS NULL AND d.last_position > 0))`;

interface Step {
  readonly next: string | null;
  readonly wrong: readonly Violation[] | null;
}

/** The position of the first entry to look at, with the one before it. */
async function firstOf({ transaction, enterpriseId, since }: InvariantScope): Promise<string | null> {
  if (since === undefined) return '1';
  const [row] = await transaction.query<{ first: string | null }>(
    `SELECT (min(position) - 1)::text AS first FROM ledger.entries WHERE enterprise_id = $1 AND id > $2`,
    [enterpriseId, idBefore(new Date(since.getTime() - LATE_COMMIT_MS))],
  );
  return row!.first;
}

/** Reports and statements find their entries by time, and rely on this. Looks at the newest; nightly at all, in steps. */
export const entriesFollowTime: Invariant = {
  name: 'entries-follow-time',
  rule: 'the times of entries never decrease from one position to the next, and a day ends between two of them',
  find: async (scope) => {
    const { transaction, enterpriseId, since = new Date(0) } = scope;
    const violations = [...(await transaction.query<Violation>(DAYS, [enterpriseId, since]))];
    for (let from = await firstOf(scope); from !== null;) {
      const [step]: Step[] = await transaction.query<Step>(BACKWARD, [enterpriseId, from], 'find-backward-entries');
      violations.push(...(step!.wrong ?? []));
      from = step!.next;
    }
    return violations;
  },
};
