import { idBefore } from '@payments/kernel';
import { legSubjectsSince } from '@payments/ledger';
import { EVENTS_STAND_MS, LATE_COMMIT_MS } from '@payments/messaging';
import type { EntryOwner, Violation, Invariant, InvariantScope } from '@payments/persistence';
import { transferQueues } from '../../application/queues.js';
import { wrongEntries } from './transfer-ledger-check.js';

const STEP = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** The ids of the transfers to look at, in steps: all of them, or those with an event or an entry since. */
async function* transfersOf({ transaction, enterpriseId, since }: InvariantScope): AsyncGenerator<string[]> {
  if (since !== undefined) {
    const from = idBefore(new Date(since.getTime() - LATE_COMMIT_MS));
    const events = await transaction.query<{ id: string }>(
      `SELECT DISTINCT resource_id AS id FROM platform.events
       WHERE enterprise_id = $1 AND id > $2 AND resource_type = 'transfer' AND NOT test`,
      [enterpriseId, from],
    );
    const moved = await legSubjectsSince(transaction, enterpriseId, from);
    const ids = [...new Set([...events.map(({ id }) => id), ...moved])];
    for (let start = 0; start < ids.length; start += STEP) yield ids.slice(start, start + STEP);
    return;
  }
  for (let after = FIRST; ;) {
    const rows = await transaction.query<{ id: string }>(
      `SELECT id FROM transfers.transfers WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [enterpriseId, after, STEP],
    );
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
    after = rows.at(-1)!.id;
  }
}

type Finder = (scope: InvariantScope, ids: readonly string[]) => Promise<readonly Violation[]>;

/** All of them are about money: where it is follows from the states, and the states from the events. */
function ofTransfers(name: string, rule: string, find: Finder): Invariant {
  return {
    ...{ name, rule, isOfMoney: true },
    find: async (scope) => {
      const violations: Violation[] = [];
      for await (const ids of transfersOf(scope)) violations.push(...(await find(scope, ids)));
      return violations;
    },
  };
}

/** Of a statement: 1 is the enterprise, 2 the transfers. */
const bySql =
  (sql: string): Finder =>
  ({ transaction, enterpriseId }, ids) =>
    transaction.query<Violation>(sql, [enterpriseId, ids]);

const HISTORY = `
  SELECT t.id::text AS subject, format('the status is %s, but the history is %s', t.status, coalesce(h.says, 'nothing')) AS message
  FROM transfers.transfers t CROSS JOIN LATERAL (
    SELECT string_agg(status, ', ' ORDER BY position) AS says,
      (array_agg(status ORDER BY position))[1] AS first, (array_agg(status ORDER BY position DESC))[1] AS last,
      bool_and(before IS NULL OR EXISTS (
        SELECT FROM transfers.transitions WHERE from_status = before AND to_status = status)) AS is_legal
    FROM (
      SELECT position, status, lag(status) OVER (ORDER BY position) AS before FROM transfers.status_history
      WHERE enterprise_id = $1 AND transfer_id = t.id) AS steps) AS h
  WHERE t.enterprise_id = $1 AND t.id = ANY($2::uuid[])
    AND (h.last IS DISTINCT FROM t.status OR h.first IS DISTINCT FROM 'created' OR h.is_legal IS NOT TRUE)`;

// A change of state has the number of its event. Parameter 3 says since when none has been removed.
const EVENTS = `
  SELECT t.id::text AS subject,
    format('the sequence is %s, but there are %s events; status changes without an event: %s', t.sequence, e.count,
      coalesce(h.without, '-')) AS message
  FROM transfers.transfers t
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(max(sequence), 0) AS last FROM platform.events
    WHERE enterprise_id = $1 AND resource_id = t.id AND resource_type = 'transfer' AND NOT test) AS e
  CROSS JOIN LATERAL (
    SELECT string_agg(position::text, ', ' ORDER BY position) AS without FROM transfers.status_history s
    WHERE s.enterprise_id = $1 AND s.transfer_id = t.id AND NOT EXISTS (
      SELECT FROM platform.events v
      WHERE v.enterprise_id = $1 AND v.resource_id = t.id AND v.sequence = s.position
        AND v.resource_type = 'transfer' AND NOT v.test)) AS h
  WHERE t.enterprise_id = $1 AND t.id = ANY($2::uuid[])
    AND (t.updated_at >= $3 AND e.last <> t.sequence
      OR t.created_at >= $3 AND (e.count <> t.sequence OR h.without IS NOT NULL))`;

const LEGS = `
  SELECT t.id::text AS subject, format('it is of %s cents and of account %s, version %s, but its %s leg of %s cents and of %s, version %s',
    t.amount, party ->> 'account_id', party ->> 'account_version', l.side, l.amount, l.account_id, l.account_version) AS message
  FROM transfers.transfers t JOIN transfers.legs l ON l.enterprise_id = $1 AND l.transfer_id = t.id
  CROSS JOIN LATERAL (SELECT CASE l.side WHEN 'source' THEN t.source ELSE t.destination END AS party) AS named
  WHERE t.enterprise_id = $1 AND t.id = ANY($2::uuid[]) AND (l.amount <> t.amount
    OR (l.account_id::text, l.account_version::text) IS DISTINCT FROM (party ->> 'account_id', party ->> 'account_version'))`;

// Whatever waits for us has a task that carries it on. What waits for the bank is the reconciliation's. A held transfer has
// none of its own: the hold has one, which ends it at the latest.
const PROGRESS = `
  WITH own AS (
    SELECT id, status, gate FROM transfers.transfers WHERE enterprise_id = $1 AND id = ANY($2::uuid[])
  ), legs AS (
    SELECT l.* FROM own JOIN (
      SELECT id, transfer_id, side, status, hold_until FROM transfers.legs WHERE enterprise_id = $1) AS l
      ON l.transfer_id = own.id
  ), waits AS (
    SELECT id AS transfer_id, id AS subject_id, '${transferQueues.acceptance}' AS queue, 'it is created' AS because
      FROM own WHERE status = 'created' AND NOT EXISTS (
        SELECT FROM platform.tasks t
        WHERE gate #>> '{hold,status}' = 'pending' AND t.enterprise_id = $1 AND t.queue = gate #>> '{hold,queue}'
          AND t.subject_id = (gate #>> '{hold,id}')::uuid)
    UNION ALL SELECT transfer_id, id, '${transferQueues.submissions}', format('its %s leg is %s', side, status)
      FROM legs WHERE status IN ('ready', 'submitting')
    UNION ALL SELECT transfer_id, id, '${transferQueues.holds}', 'its debit is on hold'
      FROM legs WHERE side = 'source' AND status = 'settled' AND hold_until IS NOT NULL)
  SELECT transfer_id::text AS subject, format('%s, but no task in %s exists for it', because, queue) AS message
  FROM waits WHERE NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = waits.queue AND t.subject_id = waits.subject_id)
  UNION ALL
  SELECT own.id::text, format('it is %s and has no leg', own.status) FROM own
  WHERE own.status IN ('pending', 'completed', 'settled') AND NOT EXISTS (SELECT FROM legs WHERE transfer_id = own.id)`;

const HELD = `
  SELECT t.id::text AS subject, format('it has legs, but its hold is %s', t.gate #>> '{hold,status}') AS message
  FROM transfers.transfers t
  WHERE t.enterprise_id = $1 AND t.id = ANY($2::uuid[]) AND t.gate #>> '{hold,status}' <> 'approved'
    AND EXISTS (SELECT FROM transfers.legs l WHERE l.enterprise_id = $1 AND l.transfer_id = t.id)`;

/** Every rule that always holds of transfers. */
export const transferInvariants: readonly Invariant[] = [
  ofTransfers(
    'transfers-have-their-history',
    'the history of a transfer leads from its creation to its status by valid transitions',
    bySql(HISTORY),
  ),
  ofTransfers(
    'transfers-have-their-events',
    'every change of a transfer has an event, numbered without gaps',
    ({ transaction, enterpriseId, now }, ids) =>
      transaction.query<Violation>(EVENTS, [enterpriseId, ids, new Date(now.getTime() - EVENTS_STAND_MS)]),
  ),
  ofTransfers(
    'transfers-have-their-entries',
    'a transfer has the entries that the statuses of its legs require',
    ({ transaction, enterpriseId }, ids) => wrongEntries({ transaction, enterpriseId }, ids),
  ),
  ofTransfers(
    'transfers-equal-their-legs',
    'each leg of a transfer has its amount, and the account that it pinned',
    bySql(LEGS),
  ),
  ofTransfers('held-transfers-wait', 'a transfer that a gate held has legs only after its release', bySql(HELD)),
  ofTransfers('no-stuck-transfer', 'a transfer that waits for this service has a task', bySql(PROGRESS)),
];

/** What transfers make entries for. */
export const transferEntryOwners: readonly EntryOwner[] = [
  {
    kinds: ['reserve', 'unreserve', ...['submit', 'settle', 'release'].flatMap((kind) => [kind, `reverse_${kind}`])],
    owns: `EXISTS (
      SELECT FROM transfers.legs l WHERE l.enterprise_id = $1 AND l.transfer_id = e.subject_id AND l.side = e.leg
        AND l.amount = e.amount AND l.attempt >= e.attempt)`,
  },
];
