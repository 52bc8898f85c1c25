import { idBefore } from '@payments/kernel';
import type { Invariant, ToldAmount, Violation } from '@payments/persistence';
import { EVENTS_STAND_MS, LATE_COMMIT_MS } from './invariants.table.js';

const STEP = 5_000;

interface Step {
  readonly last: string | null;
  readonly wrong: readonly Violation[] | null;
}

// Of something that changes, an older event tells what was. A test event is about nothing that exists.
const amountOf = ({ resource, table, changes }: ToldAmount) => `
  WHEN '${resource}' THEN (SELECT amount FROM ${table} r WHERE r.enterprise_id = $1 AND r.id = e.resource_id)
    ${changes ? `+ CASE WHEN e.sequence = (SELECT sequence FROM ${table} r WHERE r.enterprise_id = $1 AND r.id = e.resource_id) THEN 0 END` : ''}`;

const wrongEvents = (told: readonly ToldAmount[]) => `
  WITH step AS MATERIALIZED (
    SELECT id, type, resource_type, resource_id, sequence, data, test FROM platform.events
    WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  compared AS (
    SELECT e.id, e.type, e.data::jsonb #>> ARRAY[e.resource_type, 'amount'] AS told,
      (CASE e.resource_type ${told.map(amountOf).join('')} END)::text AS amount, e.resource_type = ANY('{${told
        .filter(({ changes }) => changes !== true)
        .map(({ resource }) => resource)
        .join()}}') AND NOT e.test AS is_certain
    FROM step e WHERE e.resource_type = ANY('{${told.map(({ resource }) => resource).join()}}')),
  wrong AS (
    SELECT id::text AS subject,
      format('this %s tells %s cents, but it is of %s', type, coalesce(told, 'no'), coalesce(amount, 'nothing')) AS message
    FROM compared WHERE told IS DISTINCT FROM amount AND (is_certain OR amount IS NOT NULL))
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT jsonb_agg(wrong) FROM wrong) AS wrong`;

/** Looks at the events since the last check; nightly at all that are certainly kept, in steps. */
export function eventsTellAmounts(told: readonly ToldAmount[]): Invariant {
  const sql = wrongEvents(told);
  return {
    ...{ name: 'events-tell-amounts', isOfMoney: true },
    rule: 'an event tells the amount of what it is about',
    find: async ({ transaction, enterpriseId, now, since }) => {
      const from = since ? since.getTime() - LATE_COMMIT_MS : now.getTime() - EVENTS_STAND_MS;
      const violations: Violation[] = [];
      for (let after: string | null = idBefore(new Date(from)); after !== null;) {
        const [step]: Step[] = await transaction.query<Step>(sql, [enterpriseId, after], 'find-wrong-events');
        violations.push(...(step!.wrong ?? []));
        after = step!.last;
      }
      return violations;
    },
  };
}
