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

/** Numbers parameters in call order: `$1`, `$2` and so on. */
export function numberedParameters(): () => string {
  let count = 0;
  return () => `$${++count}`;
}

/** The values of some columns of a row, one parameter each. Objects and lists go to `jsonb` columns. */
export function rowValues<Row extends object>(row: Row, columns: readonly (keyof Row)[]): unknown[] {
  return columns.map((column) => {
    const value: unknown = row[column];
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
    return isJson ? JSON.stringify(value) : value;
  });
}
