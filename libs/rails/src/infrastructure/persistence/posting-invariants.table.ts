import { DAY_MS, HOUR_MS, idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, InvariantScope, Violation } from '@payments/persistence';
import { DISHONORED } from '../../domain/inbound/exceptions.table.js';

const STEP = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** RETENTION_RAIL_DAYS is more. */
export const POSTINGS_STAND_DAYS = 360;

const booked = (direction: string) => `CASE ${direction} WHEN 'credit' THEN amount ELSE -amount END`;

// Parameter 3: what is older may be of something that was removed. A payout comes back as a credit. Nothing more came back of
// a payment than was paid, and nothing more went out again than came back; reversals bring it back, too.
const POSTINGS = `
  WITH posted AS (
    SELECT p.key, p.kind, p.file_id, p.connection, p.amount, p.direction, p.end_to_end_id, p.entry_refs, p.created_at,
      CASE WHEN p.key ~ '^exception:[0-9a-f-]{36}$' THEN substr(p.key, 11)::uuid END AS exception_id
    FROM rails.postings p WHERE p.enterprise_id = $1 AND p.id = ANY($2::uuid[])),
  compared AS (
    SELECT p.key, p.amount, p.direction, p.end_to_end_id, CASE p.kind
      WHEN 'settlement' THEN p.file_id IS NOT NULL
      WHEN 'return' THEN CASE WHEN e.id IS NULL THEN p.end_to_end_id IS NOT NULL AND p.created_at < $3
        ELSE e.state = 'returned' AND (p.amount, p.connection) = (e.amount, e.connection)
          AND p.direction = CASE e.side WHEN 'source' THEN 'debit' ELSE 'credit' END
          AND p.entry_refs = ARRAY[e.trace, e.end_to_end_id, e.return_trace] END
      ELSE CASE WHEN x.id IS NULL THEN p.exception_id IS NOT NULL AND p.created_at < $3
        ELSE (p.amount, p.connection, x.decision) = (abs(x.amount), x.connection, 'booked: ' || $1::text)
          AND (p.direction = 'credit') = ((x.direction = 'credit') <> (coalesce(x.code, '') = ANY('{${[...DISHONORED].join()}}')))
          AND p.entry_refs = array_remove(ARRAY[x.original_trace, x.trace], NULL)
          AND (p.end_to_end_id IS NOT NULL OR NOT EXISTS (
            SELECT FROM rails.entries o JOIN rails.files f ON f.id = o.file_id AND f.uploaded_at < p.created_at
            WHERE o.enterprise_id = $1 AND o.connection = x.connection AND o.trace = x.original_trace))
          AND (p.end_to_end_id = x.end_to_end_id OR NOT EXISTS (
            SELECT FROM rails.entries o WHERE o.enterprise_id = $1 AND o.connection = x.connection
              AND o.end_to_end_id = x.end_to_end_id AND o.file_id IS NOT NULL)) END END AS fits,
      e.amount AS paid, b.cents * CASE e.side WHEN 'source' THEN -1 ELSE 1 END AS back, r.reversed, r.reversing
    FROM posted p
    LEFT JOIN rails.entries e ON e.enterprise_id = $1 AND e.end_to_end_id = p.end_to_end_id AND p.kind <> 'settlement'
    LEFT JOIN rails.exceptions x ON x.id = p.exception_id AND p.kind = 'exception'
    LEFT JOIN LATERAL (SELECT sum(${booked('o.direction')}) AS cents FROM rails.postings o
      WHERE o.enterprise_id = $1 AND o.end_to_end_id = e.end_to_end_id AND o.kind IN ('return', 'exception')) AS b ON true
    LEFT JOIN LATERAL (SELECT coalesce(sum(o.amount) FILTER (WHERE o.state IN ('settled', 'returned')), 0) AS reversed,
        coalesce(sum(o.amount) FILTER (WHERE o.state IN ('filed', 'accepted', 'settled')), 0) AS reversing
      FROM rails.entries o WHERE o.enterprise_id = $1 AND o.reverses = e.id AND o.state <> 'rejected') AS r ON true)
  SELECT key AS subject, format('the bank is expected to book a %s of %s cents for it, of the payment %s of %s cents, of which %s came back and %s come by a reversal',
    direction, amount, coalesce(end_to_end_id, '-'), coalesce(paid, 0), coalesce(back, 0), reversing) AS message
  FROM compared WHERE fits IS NOT TRUE OR back + reversing > paid OR back + reversed < 0`;

// As `resultKey`, and as keys were before they began with the end-to-end id. A status may contradict another.
const told = (what: string) => {
  const key = `e.trace || '-' || e.epoch || '-' || ${what}`;
  return `EXISTS (SELECT FROM rails.results r WHERE r.enterprise_id = $1 AND r.end_to_end_id = e.end_to_end_id
    AND r.key IN (e.end_to_end_id || '-' || ${key}, ${key}))`;
};

const STATES = `
  SELECT e.end_to_end_id AS subject, format('it is %s, of %s cents, but a bank told otherwise, or is expected to book %s for its return',
    e.state, e.amount, coalesce(p.says, 'nothing')) AS message
  FROM rails.entries e CROSS JOIN LATERAL (
    SELECT count(*) AS count, string_agg(amount::text, ' and ') AS says FROM rails.postings
    WHERE enterprise_id = $1 AND end_to_end_id = e.end_to_end_id AND kind = 'return') AS p
  WHERE e.enterprise_id = $1 AND e.id = ANY($2::uuid[]) AND (
    p.count > CASE WHEN e.state = 'returned' AND e.amount > 0 THEN 1 ELSE 0 END
    OR (e.return_trace IS NULL) = (e.state = 'returned')
    OR e.updated_at > $3 AND (
      e.state = 'returned' AND e.amount > 0 AND p.count = 0
      OR e.reverses IS NULL AND CASE e.state
        WHEN 'returned' THEN NOT ${told(`e.return_trace || '-' || e.code`)}
        WHEN 'settled' THEN NOT ${told(`'s'`)}
        WHEN 'rejected' THEN false
        ELSE ${told(`'s'`)} END))`;

/** In steps: all of the table, or what the statement finds since. */
async function* idsOf(
  { transaction, enterpriseId, since }: InvariantScope,
  { table, recent }: { readonly table: string; readonly recent: string },
): AsyncGenerator<string[]> {
  if (since !== undefined) {
    const from = new Date(since.getTime() - LATE_COMMIT_MS);
    const ids = await transaction.query<{ id: string }>(recent, [
      ...[enterpriseId, recent.includes('uuid') ? idBefore(from) : from],
    ]);
    for (let start = 0; start < ids.length; start += STEP) yield ids.slice(start, start + STEP).map(({ id }) => id);
    return;
  }
  for (let after = FIRST; ;) {
    const rows = await transaction.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}`,
      [enterpriseId, after],
    );
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
    after = rows.at(-1)!.id;
  }
}

/** A rule that a statement checks: 1 is the enterprise, 2 the ids, 3 what is older may be of something that was removed. */
function ofRows(
  name: string,
  rule: string,
  rows: { readonly table: string; readonly recent: string; readonly sql: string },
) {
  const invariant: Invariant = {
    ...{ name, rule, isOfMoney: true },
    find: async (scope) => {
      const mayBeRemoved = new Date(scope.now.getTime() - POSTINGS_STAND_DAYS * DAY_MS);
      const violations: Violation[] = [];
      for await (const ids of idsOf(scope, rows)) {
        violations.push(
          ...(await scope.transaction.query<Violation>(rows.sql, [scope.enterpriseId, ids, mayBeRemoved])),
        );
      }
      return violations;
    },
  };
  return invariant;
}

/** What comes back, and what operators book, is expected once, as it is. */
export const postingInvariants: readonly Invariant[] = [
  ofRows(
    'bank-postings-have-their-owner',
    'what a bank is expected to book is of a file, a return or an exception, as that is; no more of a payment comes back than was paid',
    {
      table: 'rails.postings',
      recent: `SELECT id FROM rails.postings WHERE enterprise_id = $1 AND created_at >= $2`,
      sql: POSTINGS,
    },
  ),
  ofRows(
    'bank-entries-follow-their-results',
    'an entry has the state that the results of the bank give it, and one posting if it came back',
    {
      table: 'rails.entries',
      recent: `SELECT e.id FROM rails.results r JOIN rails.entries e ON e.enterprise_id = $1 AND e.end_to_end_id = r.end_to_end_id
      WHERE r.enterprise_id = $1 AND r.id > $2::uuid`,
      sql: STATES,
    },
  ),
];

/** How long the postings of a file may follow a change of its entries; nothing says when that was. */
export const POSTINGS_FOLLOW_MS = HOUR_MS;

/**
 * 1 enterprise, 2 files, 3 an id before which postings may be removed, 4 a time since which postings may follow. As DERIVE_POSTINGS
 * makes them.
 */
export const POSTINGS_OF_FILES = `
  WITH files AS (
    SELECT f.id, f.rail IN ('rtp', 'fednow') AS is_message,
      f.state IN ('sealed', 'uploading', 'doubtful', 'uploaded', 'acknowledged', 'closed') AS is_expected
    FROM rails.files f WHERE f.id = ANY($2::uuid[]) AND f.id > $3 AND f.postings_version = f.version AND f.document_id IS NOT NULL
      AND f.entries_become IS NULL
      AND f.updated_at < $4 AND NOT EXISTS (
        SELECT FROM rails.entries e WHERE e.enterprise_id = $1 AND e.file_id = f.id AND e.updated_at >= $4)),
  sent AS (
    SELECT file_id, batch_key, CASE side WHEN 'source' THEN 'credit' ELSE 'debit' END AS direction,
      sum(amount)::bigint AS amount, count(*) AS count, min(effective_date) AS day
    FROM rails.entries JOIN files ON files.id = file_id
    WHERE enterprise_id = $1 AND file_id = ANY($2::uuid[]) AND is_expected AND amount > 0
      AND (state IN ('accepted', 'settled', 'returned') OR state = 'filed' AND NOT is_message)
    GROUP BY file_id, batch_key, side),
  posted AS (
    SELECT file_id, batch_key, direction, sum(amount)::bigint AS amount, sum(count)::bigint AS count, min(day) AS day
    FROM rails.postings WHERE enterprise_id = $1 AND file_id = ANY($2::uuid[]) AND kind = 'settlement'
    GROUP BY file_id, batch_key, direction)
  SELECT files.id::text AS subject, format('the bank is to %s %s entries of %s cents of batch %s on %s, but is expected to book %s of %s on %s',
    direction, coalesce(sent.count, 0), coalesce(sent.amount, 0), batch_key, sent.day, coalesce(posted.count, 0),
    coalesce(posted.amount, 0), posted.day) AS message
  FROM sent FULL JOIN posted USING (file_id, batch_key, direction) JOIN files ON files.id = file_id
  WHERE (sent.amount, sent.count, sent.day) IS DISTINCT FROM (posted.amount, posted.count, posted.day)`;
