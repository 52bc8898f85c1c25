import { Client, escapeIdentifier } from 'pg';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_key: boolean;
}

// A column is a key if a unique index needs it: ids, and others where no id but that of the enterprise is in the index.
const COLUMNS = `
  SELECT a.attname AS name, t.typname AS type, EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY (i.indkey)
      AND (a.atttypid = 'uuid'::regtype OR NOT EXISTS (
        SELECT FROM pg_attribute id WHERE id.attrelid = i.indrelid AND id.attnum = ANY (i.indkey)
          AND id.atttypid = 'uuid'::regtype AND id.attname <> 'enterprise_id'))) AS is_key
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attnum`;

interface Multiplied {
  readonly tables: readonly string[];
  /** About how many rows each table gets. */
  readonly rows: number;
  /** Whose rows are copied; without it, any. */
  readonly enterpriseId?: string;
  /** Columns that keep their values although a unique index has them. */
  readonly keep?: readonly string[];
  /** Whether each copy is of an enterprise of its own. */
  readonly apart?: boolean;
  /** Whether statistics are collected of what was copied. */
  readonly analyze?: boolean;
}

/**
 * Copies some rows of tables (`schema.table`) under other keys, until each table has about as many rows, and collects
 * statistics. Triggers and foreign keys are passed over.
 */
export async function multiplyRows(
  adminUrl: string,
  { tables, rows, enterpriseId, keep = [], apart = false, analyze = true }: Multiplied,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const table of tables) {
      const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
      const names = columns.map(({ name }) => escapeIdentifier(name)).join(', ');
      const copies = columns.map((column) =>
        keep.includes(column.name) ? escapeIdentifier(column.name) : copyOf(column, apart),
      );
      await client.query(
        `WITH few AS (SELECT * FROM ${table} WHERE $2::uuid IS NULL OR enterprise_id = $2 LIMIT 10)
         INSERT INTO ${table} (${names}) SELECT ${copies.join(', ')}
         FROM few, generate_series(1, $1::int / (SELECT count(*) FROM few)) AS n`,
        [rows, enterpriseId],
      );
      if (analyze) await client.query(`ANALYZE ${table}`);
    }
  } finally {
    await client.end();
  }
}

function copyOf({ name, type, is_key }: Column, apart: boolean): string {
  const column = escapeIdentifier(name);
  if (name === 'enterprise_id') return apart ? 'gen_random_uuid()' : column;
  if (!is_key) return column;
  if (type === 'uuid') return 'gen_random_uuid()';
  return type === 'text' || type === 'varchar' ? `replace(gen_random_uuid()::text, '-', '')` : `${column} + 1000 * n`;
}
