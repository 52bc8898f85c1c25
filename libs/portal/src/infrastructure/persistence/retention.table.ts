import { DAY_MS, idBefore } from '@payments/kernel';
import { REMOVED_AT_ONCE } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const REFUSAL_DAYS = 7;
const MOST_REFUSALS = 10_000;

// Ids follow time. Without so many rows the second bound is null, and `greatest` ignores it.
const OLD_REFUSALS = `
  DELETE FROM portal.refused_requests AS r
  WHERE r.enterprise_id = $1 AND r.id = ANY (ARRAY(
    SELECT old.id FROM portal.refused_requests AS old
    WHERE old.enterprise_id = $1 AND old.id < greatest($2::uuid, (
      SELECT last.id FROM portal.refused_requests AS last WHERE last.enterprise_id = $1
      ORDER BY last.id DESC OFFSET ${MOST_REFUSALS - 1} LIMIT 1))
    ORDER BY old.id LIMIT ${REMOVED_AT_ONCE}))
  RETURNING r.id`;

/** Refused requests, and of each enterprise only the newest. */
export const portalRetention: readonly RetentionRule[] = [
  {
    what: 'refused_requests',
    keptMs: () => REFUSAL_DAYS * DAY_MS,
    remove: async ({ transaction, enterpriseId, before }) => {
      const removed = await transaction.query(
        OLD_REFUSALS,
        [enterpriseId, idBefore(before)],
        'delete-old-refused-requests',
      );
      return removed.length;
    },
  },
];
