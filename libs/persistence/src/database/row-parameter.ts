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

const EVERY = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  int: ['-2147483648', '2147483647'],
} as const;

/**
 * A condition that every value of a list meets, and of which the planner expects one in two hundred. So it looks for each by the key of
 * the table that is joined, however few rows it believes the enterprise to have there (ADR 64).
 */
export function isAny(column: string, type: keyof typeof EVERY = 'uuid'): string {
  const [first, last] = EVERY[type];
  return `${column} BETWEEN '${first}' AND '${last}'`;
}
