/**
 * 1 enterprise, 2 file, 3 batches, 4 connection, 5 name of the file, 6 whether the bank has it, 7 one for each entry,
 * 8 whether it is a message: then the bank knows a payment by its instruction id and its UETR too.
 * Entries of a batch settle on one day. Balanced files post the same: the offset is the posting.
 */
const INSTRUCTION_ID = `'I' || upper(replace(id::text, '-', ''))`;
// As uetrOf in message-ids.ts makes it of the SHA-256 of the id.
const UETR = `(SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-'
    || substr('89ab', 1 + (('x' || substr(h, 17, 1))::bit(4) & B'0011')::int, 1) || substr(h, 18, 3) || '-' || substr(h, 21, 12)
  FROM (SELECT encode(sha256(convert_to(id::text, 'UTF8')), 'hex') AS h) AS hashed)`;

const WANTED = `
  batches AS (
    SELECT * FROM jsonb_to_recordset($3::jsonb) AS b(batch_key text, batch text, refs jsonb)),
  sent AS (
    SELECT e.*, b.batch, ARRAY(SELECT jsonb_array_elements_text(b.refs)) AS refs,
      CASE side WHEN 'source' THEN 'credit' ELSE 'debit' END AS direction
    FROM rails.entries e JOIN batches b ON b.batch_key = e.batch_key
    WHERE $6 AND e.enterprise_id = $1 AND e.file_id = $2 AND e.amount > 0
      AND (e.state IN ('accepted', 'settled', 'returned') OR e.state = 'filed' AND NOT $8)),
  wanted AS (
    SELECT 'settlement:' || $2 || ':' || trace AS key, batch, batch_key, id AS entry_id, end_to_end_id,
      effective_date AS day, direction, amount, 1 AS count, refs,
      ARRAY[trace, end_to_end_id] || CASE WHEN $8 THEN ARRAY[${INSTRUCTION_ID}, ${UETR}] ELSE '{}' END AS entry_refs
    FROM sent WHERE $7
    UNION ALL
    SELECT 'settlement:' || $2 || ':' || batch_key, batch, batch_key, NULL, NULL,
      min(effective_date), direction, sum(amount)::bigint, count(*)::int, refs, '{}'
    FROM sent WHERE NOT $7 GROUP BY batch, batch_key, direction, refs)`;

const DIFFERS = `(p.amount, p.count, p.day, p.direction) IS DISTINCT FROM (w.amount, w.count, w.day, w.direction)`;

export const OUTDATED_MATCHES = `
  WITH ${WANTED}
  SELECT DISTINCT p.match_id FROM rails.postings p LEFT JOIN wanted w USING (key)
  WHERE p.enterprise_id = $1 AND p.file_id = $2 AND p.connection = $4 AND p.file = $5 AND p.kind = 'settlement'
    AND p.match_id IS NOT NULL AND (w.key IS NULL OR ${DIFFERS})`;

export const DERIVE_POSTINGS = `
  WITH ${WANTED},
  removed AS (
    DELETE FROM rails.postings p WHERE p.enterprise_id = $1 AND p.file_id = $2 AND p.kind = 'settlement'
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.key = p.key))
  INSERT INTO rails.postings AS p (enterprise_id, id, key, connection, kind, file_id, file, batch, batch_key, entry_id,
    end_to_end_id, day, direction, class, amount, count, refs, entry_refs)
  SELECT $1, gen_random_uuid(), key, $4, 'settlement', $2, $5, batch, batch_key, entry_id, end_to_end_id, day, direction,
    CASE WHEN $8 THEN 'instant_' ELSE 'ach_' END || direction, amount, count, refs, entry_refs
  FROM wanted
  ON CONFLICT ON CONSTRAINT postings_once DO UPDATE SET amount = excluded.amount, count = excluded.count,
    day = excluded.day, direction = excluded.direction, class = excluded.class, match_id = NULL, matched_by = NULL
  WHERE (p.amount, p.count, p.day, p.direction)
    IS DISTINCT FROM (excluded.amount, excluded.count, excluded.day, excluded.direction)`;

/** 1 enterprise, 2 rows. */
export const ADD_RETURNS = `
  INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file, batch, end_to_end_id, day, direction, class,
    amount, count, refs, entry_refs)
  SELECT $1, gen_random_uuid(), key, connection, kind, file, batch, end_to_end_id, day, direction, coalesce(class, 'ach_return'), amount,
    1, '{}', ARRAY(SELECT jsonb_array_elements_text(refs))
  FROM jsonb_to_recordset($2::jsonb) AS r(key text, connection text, kind text, file text, batch text, end_to_end_id text, day text,
    direction text, class text, amount bigint, refs jsonb)
  ON CONFLICT ON CONSTRAINT postings_once DO NOTHING`;

/**
 * 1 enterprise, 2 payments, 3 ids of returns: among exceptions, for those have an index, and without payments among all that
 * was booked. A reversal that a file has brings the money back as well, until it is rejected or comes back itself.
 */
export const BOOKED_RETURNS = `
  SELECT key, end_to_end_id, direction, amount, entry_refs AS references FROM rails.postings
  WHERE enterprise_id = $1 AND kind IN ('return', 'exception') AND end_to_end_id = ANY($2::text[])
  UNION
  SELECT key, end_to_end_id, direction, amount, entry_refs FROM rails.postings
  WHERE enterprise_id = $1 AND (kind = 'exception' OR kind = 'return' AND cardinality($2::text[]) = 0) AND entry_refs && $3::text[]
  UNION ALL
  SELECT 'reversal:' || r.id, e.end_to_end_id, CASE e.side WHEN 'source' THEN 'debit' ELSE 'credit' END, r.amount, ARRAY[r.end_to_end_id]
  FROM rails.entries e JOIN rails.entries r ON r.enterprise_id = $1 AND r.reverses = e.id AND r.state IN ('filed', 'accepted', 'settled')
  WHERE e.enterprise_id = $1 AND e.end_to_end_id = ANY($2::text[])`;

/**
 * 1 enterprise, 2 payments. Exceptions about them: what was booked of each, with the key of its posting. What names only the
 * trace number of a payment, and less than its amount, tells of a part of it while nobody has decided.
 */
export const RETURNS_OF_EXCEPTIONS = `
  SELECT 'exception:' || id AS key, end_to_end_id, direction, ARRAY[trace] AS references,
    CASE WHEN resolution LIKE 'booked: %' THEN amount ELSE 0 END AS amount
  FROM rails.own_exceptions
  WHERE end_to_end_id = ANY($2::text[]) AND for_enterprise = enterprise_id
    AND (kind = 'partial_return' OR kind = 'duplicate_return' AND resolution LIKE 'booked: %')
  UNION ALL
  SELECT 'told:' || x.id || e.end_to_end_id, e.end_to_end_id, x.direction, ARRAY[x.trace], 0
  FROM rails.entries e JOIN rails.own_exceptions x ON x.connection = e.connection AND x.original_trace = e.trace
  WHERE e.enterprise_id = $1 AND e.end_to_end_id = ANY($2::text[]) AND x.kind IN ('unmatched_return', 'ambiguous_return')
    AND x.state = 'open' AND x.amount > 0 AND x.amount < e.amount`;

/** 1 matches, 2 how, 3 enterprises and 4 ids of postings. */
export const MATCH_POSTINGS = `
  UPDATE rails.postings p SET match_id = m.match_id, matched_by = m.by
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) AS m(match_id, by, enterprise_id, id)
  WHERE p.enterprise_id = m.enterprise_id AND p.id = m.id`;

/** 1 matches, 2 how, 3 lines: those that are still open. */
export const MATCH_LINES = `
  UPDATE rails.statement_lines l SET match_id = m.match_id, matched_by = m.by, is_open = false
  FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS m(match_id, by, id) WHERE l.id = m.id AND l.is_open RETURNING l.id`;

/** 1 connection, 2 references. */
export const MATCHED_REFERENCES = `
  SELECT DISTINCT direction || '|' || reference AS key
  FROM (
    SELECT direction, unnest(refs || entry_refs) AS reference FROM rails.postings
    WHERE connection = $1 AND match_id IS NOT NULL AND refs && $2::text[]
    UNION ALL
    SELECT direction, unnest(entry_refs) FROM rails.postings
    WHERE connection = $1 AND match_id IS NOT NULL AND entry_refs && $2::text[]) AS confirmed
  WHERE reference = ANY($2::text[])`;

/**
 * Of a posting p, with connection as parameter 1: sent or reported before any statement came, so that the opening balance may have
 * it. What an operator books of an exception is expected whenever it was due.
 */
export const IS_OLD = `(p.kind <> 'exception'
  AND coalesce((SELECT f.created_at FROM rails.files f WHERE f.id = p.file_id), p.created_at)
    < (SELECT min(s.received_at) FROM rails.statements s WHERE s.connection = $1 AND s.purpose = 'day'))`;

const dayOf = (instant: string) => `to_char(${instant} AT TIME ZONE 'America/New_York', 'YYYY-MM-DD')`;

/** As `resultKey`, and as keys were before they began with the end-to-end id. */
function isOfEntry(result: string, what: string): string {
  const key = `e.trace || '-' || e.epoch || '-' || ${what}`;
  return `${result}.enterprise_id = e.enterprise_id AND ${result}.key IN (e.end_to_end_id || '-' || ${key}, ${key})
    AND ${result}.end_to_end_id = e.end_to_end_id AND ${result}.reported_at IS NOT NULL`;
}

const REPORTED = `
  LEFT JOIN rails.results s ON ${isOfEntry('s', `'s'`)}
  LEFT JOIN rails.results r ON e.state = 'returned' AND ${isOfEntry('r', `e.return_trace || '-' || e.code`)}`;

const CENTS = `CASE e.side WHEN 'source' THEN e.amount ELSE -e.amount END`;

/**
 * 1 enterprise, 2 connection, 3 and 4 first and last day, 5 begin of the first day. What came back before it settled never
 * reached the cash of the ledger.
 */
export const SETTLED_ENTRIES = `
  SELECT end_to_end_id, kind, day, signed AS cents FROM (
    SELECT e.end_to_end_id, ${CENTS} AS cents, ${dayOf('s.occurred_at')} AS settled, ${dayOf('r.occurred_at')} AS returned
    FROM rails.entries e ${REPORTED}
    WHERE e.enterprise_id = $1 AND e.connection = $2 AND e.occurred_at >= $5 AND e.state IN ('settled', 'returned')
      AND e.amount > 0 AND s.id IS NOT NULL) AS entries
  CROSS JOIN LATERAL (VALUES ('settled', settled, cents), ('returned', returned, -cents)) AS side(kind, day, signed)
  WHERE day BETWEEN $3 AND $4`;

/**
 * 1 enterprise, 2 connection, 3 day, 4 end of the day, 5 files that may wait for the bank: those do of which an entry is still filed.
 * What an operator books is in the ledger when it is booked.
 */
export const CENTS_IN_TIME = `
  WITH late AS (
    SELECT id FROM rails.entries WHERE enterprise_id = $1 AND connection = $2 AND occurred_at >= $4
    UNION SELECT id FROM rails.entries WHERE enterprise_id = $1 AND connection = $2 AND state = 'accepted'
    UNION SELECT id FROM rails.entries WHERE enterprise_id = $1 AND file_id IN (
      SELECT f.id FROM unnest($5::uuid[]) AS f(id)
      WHERE EXISTS (SELECT FROM rails.entries w WHERE w.enterprise_id = $1 AND w.file_id = f.id AND w.state = 'filed'))
    UNION SELECT e.id FROM rails.results u JOIN rails.entries e ON e.enterprise_id = $1 AND e.end_to_end_id = u.end_to_end_id
      WHERE u.enterprise_id = $1 AND u.reported_at IS NULL AND e.connection = $2)
  SELECT coalesce(sum(${CENTS} * (
      (coalesce(coalesce(own.day, p.day) <= $3, false))::int - (coalesce(back.day <= $3, false))::int
      - (coalesce(${dayOf('s.occurred_at')} <= $3, false))::int
      + (s.id IS NOT NULL AND coalesce(${dayOf('r.occurred_at')} <= $3, false))::int)), 0)::bigint
    + coalesce((SELECT sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END) FROM rails.postings
      WHERE enterprise_id = $1 AND connection = $2 AND kind = 'exception' AND (day <= $3 OR match_id IS NOT NULL)
        AND created_at >= $4), 0)::bigint
    AS cents
  FROM late JOIN rails.entries e ON e.enterprise_id = $1 AND e.id = late.id ${REPORTED}
  LEFT JOIN rails.postings own ON own.enterprise_id = $1 AND own.end_to_end_id = e.end_to_end_id
    AND own.file_id = e.file_id AND own.kind = 'settlement'
  LEFT JOIN rails.postings p ON p.enterprise_id = $1 AND p.file_id = e.file_id AND p.batch_key = e.batch_key
    AND p.kind = 'settlement' AND p.entry_id IS NULL
  LEFT JOIN rails.postings back ON back.enterprise_id = $1 AND back.end_to_end_id = e.end_to_end_id AND back.kind = 'return'
  WHERE e.state IN ('filed', 'accepted', 'settled', 'returned')`;
