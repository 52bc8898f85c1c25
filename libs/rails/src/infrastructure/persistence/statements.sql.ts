/** Of a line l, the same wherever it is computed. */
const ANOTHER_ID = `md5(l.id::text)::uuid`;

/** 1 connection, 2 references: explained lines of statements that count. The words of a text are references, too. */
export const EXPLAINED_LINES = `
  SELECT id, amount, direction, names AS references, explained_as, explained_for FROM (
    SELECT l.*, array_remove(l.refs || regexp_split_to_array(l.text, '[\\s,;:]+'), '') AS names
    FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
    WHERE l.connection = $1 AND l.explained_as IS NOT NULL AND s.state = 'current') AS explained
  WHERE names && $2::text[]`;

/** Of an explained line l of a statement s: no line of a correction of the bank was explained with it. */
const IS_CORRECTED = `l.explained_as IS NOT NULL AND s.state = 'superseded' AND NOT EXISTS (
  SELECT FROM rails.statement_lines c JOIN rails.statements t ON t.id = c.statement_id
  WHERE c.explained_with = l.id AND t.state = 'current')`;

/** 1 line. */
export const EXPLAINED_LINE = `
  SELECT l.value_day, ${IS_CORRECTED} AS is_corrected FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
  WHERE l.id = $1 AND l.explained_as IS NOT NULL`;

const OF_DAYS = `(s.connection, s.day) IN (SELECT connection, day FROM rails.statements WHERE id = ANY($1::uuid[]))`;

const raiseWires = (which: string) => `
  INSERT INTO rails.exceptions (id, key, connection, kind, for_enterprise, direction, amount, detail, created_at)
  SELECT l.id, 'statement_line:' || l.id, l.connection, 'statement_line', l.explained_for, l.direction, l.amount, l.explained_as, $2
  FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
  WHERE l.explained_as = 'wire_in' AND l.explained_with IS NULL AND ${which}
  ON CONFLICT ON CONSTRAINT exceptions_once DO NOTHING`;

const openAgain = (which: string) => `
  UPDATE rails.exceptions x SET state = 'open', decision = NULL, resolution = NULL, resolved_by = NULL, resolved_at = NULL
  FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
  WHERE x.id = l.id AND x.kind = 'statement_line' AND ${which}`;

/** 1 statements that count no longer, 2 now: wires of lines that the bank corrected are a person's decision. */
export const RAISE_CORRECTED_WIRES = raiseWires(`${OF_DAYS} AND ${IS_CORRECTED}`);
/** 1 statements that count no longer: what was booked of lines that the bank corrected is a person's decision again. */
export const REOPEN_CORRECTED = openAgain(`${OF_DAYS} AND ${IS_CORRECTED}`);

/** 1 line, 2 now. */
export const RAISE_WIRE = raiseWires('l.id = $1');
/** 1 line: what was booked of it, unless somebody decides about it just now. */
export const REOPEN_BOOKED = openAgain(`l.id = $1 AND l.explained_as IS NOT NULL AND x.state = 'resolved'`);

/** 1 line, 2 whether it is another one now. */
export const REOPEN_LINE = `
  UPDATE rails.statement_lines l SET explained_as = NULL, explained_for = NULL, explained_with = NULL, is_open = s.counts,
    id = CASE WHEN $2 AND s.counts AND l.id = $1 THEN ${ANOTHER_ID} ELSE l.id END
  FROM (SELECT id, state = 'current' AS counts FROM rails.statements) AS s
  WHERE s.id = l.statement_id AND (l.id = $1 OR l.explained_with = $1)`;

/** 1 statements that count again: lines that were taken back are other lines now, which can be explained. */
export const RENEW_TAKEN_BACK = `
  UPDATE rails.statement_lines l SET id = ${ANOTHER_ID} FROM rails.exceptions x
  WHERE l.statement_id = ANY($1::uuid[]) AND l.explained_as IS NULL
    AND x.id = l.id AND x.kind = 'statement_line' AND x.state = 'resolved'`;
