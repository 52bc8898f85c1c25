/** 1 connection, 2 references: explained lines of statements that count. The words of a text are references, too. */
export const EXPLAINED_LINES = `
  SELECT id, amount, direction, names AS references, explained_as, explained_for FROM (
    SELECT l.*, array_remove(l.refs || regexp_split_to_array(l.text, '[\\s,;:]+'), '') AS names
    FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
    WHERE l.connection = $1 AND l.explained_as IS NOT NULL AND s.state = 'current') AS explained
  WHERE names && $2::text[]`;
