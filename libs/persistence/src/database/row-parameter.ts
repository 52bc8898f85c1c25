/**
 * A row as the JSON parameter of `jsonb_populate_record` or `jsonb_to_record`, so that one parameter carries all
 * columns. Postgres reads a bytea from text as hexadecimal after a backslash and an x.
 */
export function rowParameter(row: object): string {
  const columns = Object.entries(row) as [string, unknown][];
  return JSON.stringify(
    Object.fromEntries(
      columns.map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
    ),
  );
}
