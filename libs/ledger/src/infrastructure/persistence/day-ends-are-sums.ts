import type { Invariant, InvariantScope, Violation } from '@payments/persistence';
import { OWN_BOOK } from '../../domain/books.js';
import { movementsBetween } from './movements-between.js';
import { balanceAt } from './postgres-book-history.js';

interface ClosedDay {
  readonly day: string;
  readonly first_position: string;
  readonly last_position: string;
}

const DAYS = `
  SELECT day, first_position, last_position FROM (
    SELECT to_char(day, 'YYYY-MM-DD') AS day, closed_at, last_position::text,
      lag(last_position, 1, 0::bigint) OVER (ORDER BY day)::text AS first_position
    FROM ledger.days WHERE enterprise_id = $1) AS days
  WHERE closed_at >= $2 ORDER BY day`;

// A place that did not move has no row of the day.
const DIFFERENCES = `
  WITH moved AS (SELECT book, account, cents FROM jsonb_to_recordset($3::jsonb) AS m(book uuid, account text, cents bigint)),
  stands AS (SELECT book, account, balance FROM ledger.day_ends WHERE enterprise_id = $1 AND day = $2),
  place AS (SELECT book, account, stands.balance, coalesce(moved.cents, 0) AS cents
    FROM stands FULL JOIN moved USING (book, account))
  SELECT format('%s %s', $2::date, CASE WHEN book = '${OWN_BOOK}' THEN account ELSE book || '/' || account END) AS subject,
    format('the balance at its end is %s, but its entries sum to %s', coalesce(balance::text, 'missing'), before + cents) AS message
  FROM place CROSS JOIN LATERAL (SELECT coalesce((${balanceAt('place', 'd.day < $2')}), 0) AS before) AS b
  WHERE balance IS DISTINCT FROM before + cents`;

/** Looks at the days that were closed since the last check; nightly at all of them. */
export const dayEndsAreSums: Invariant = {
  name: 'day-ends-are-sums',
  rule: 'the balance at the end of a day is that of the day before and the entries since',
  find: async (scope) => {
    const { transaction, enterpriseId, since = new Date(0) } = scope;
    const days = await transaction.query<ClosedDay>(DAYS, [enterpriseId, since], 'find-closed-days');
    const violations: Violation[] = [];
    for (const day of days) violations.push(...(await differencesOf(scope, day)));
    return violations;
  },
};

async function differencesOf({ transaction, enterpriseId }: InvariantScope, day: ClosedDay): Promise<Violation[]> {
  const range = { after: BigInt(day.first_position), upTo: BigInt(day.last_position) };
  const moved = await movementsBetween(transaction, enterpriseId, range);
  const rows = moved.map(({ cents, ...place }) => ({ ...place, cents: String(cents) }));
  return transaction.query<Violation>(
    DIFFERENCES,
    [enterpriseId, day.day, JSON.stringify(rows)],
    'find-day-end-differences',
  );
}
