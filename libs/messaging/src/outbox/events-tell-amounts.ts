import { idBefore } from '@payments/kernel';
import type { Invariant, ToldAmount, Violation } from '@payments/persistence';
import { EVENTS_STAND_MS, LATE_COMMIT_MS } from './invariants.table.js';

const STEP = 5_000;

interface Step {
  readonly last: string | null;
  readonly wrong: readonly Violation[] | null;
}

/** What is compared: the path in the data of an event, and the text of the row. */
const pairsOf = ({ hasNoAmount, parties = {} }: ToldAmount) =>
  Object.entries({ ...(hasNoAmount ? {} : { amount: 'r.amount::text' }), ...parties });

// Of something that changes, an older event tells what was. A test event is about nothing that exists.
const ownOf = (about: ToldAmount) => `
  WHEN '${about.resource}' THEN (SELECT ARRAY[${pairsOf(about)
    .map(([, own]) => own)
    .join()}] FROM ${about.table} r
    WHERE r.enterprise_id = $1 AND r.id = e.resource_id ${about.changes ? 'AND r.sequence = e.sequence' : ''})`;

const toldOf = (about: ToldAmount) => `
  WHEN '${about.resource}' THEN ARRAY[${pairsOf(about)
    .map(([path]) => `data #>> '{${about.resource},${path}}'`)
    .join()}]`;

const wrongEvents = (told: readonly ToldAmount[]) => `
  WITH step AS MATERIALIZED (
    SELECT id, type, resource_type, resource_id, sequence, test,
      CASE WHEN resource_type = ANY('{${told.map(({ resource }) => resource).join()}}') THEN data::jsonb END AS data
    FROM platform.events
    WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  compared AS (
    SELECT e.id, e.type, CASE e.resource_type ${told.map(toldOf).join('')} END AS told,
      CASE e.resource_type ${told.map(ownOf).join('')} END AS own, e.resource_type = ANY('{${told
        .filter(({ changes }) => changes !== true)
        .map(({ resource }) => resource)
        .join()}}') AND NOT e.test AS is_certain
    FROM step e WHERE e.data IS NOT NULL),
  wrong AS (
    SELECT id::text AS subject,
      format('this %s tells of %s, but it is of %s', type, array_to_string(told, ', ', '-'),
        coalesce(array_to_string(own, ', ', '-'), 'nothing')) AS message
    FROM compared WHERE told IS DISTINCT FROM own AND (is_certain OR own IS NOT NULL))
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT jsonb_agg(wrong) FROM wrong) AS wrong`;

/** Looks at the events since the last check; nightly at all that are certainly kept, in steps. */
export function eventsTellAmounts(told: readonly ToldAmount[]): Invariant {
  const sql = wrongEvents(told);
  return {
    ...{ name: 'events-tell-amounts', isOfMoney: true },
    rule: 'an event tells the amount and the parties of what it is about',
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
