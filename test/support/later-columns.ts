import type { TestDatabase } from '@payments/testing';

const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relnamespace::regnamespace::text NOT IN ('information_schema', 'pg_catalog', 'public', 'queue')
  ORDER BY name`;

/** What the next release writes into the columns that it has added. */
const WRITTEN = { later_number: 8, later_text: 'what only the next release knows' };

/**
 * Adds to every table what the migrations of the next release may add (docs/adr/0111-rolling-upgrades.md): a required column
 * with a default, and one that may be empty.
 */
export async function addLaterColumns({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  const tables = await query<{ name: string }>(TABLES);
  if (tables.length === 0) throw new Error('no table was found');
  for (const { name } of tables) {
    await query(`ALTER TABLE ${name} ADD COLUMN later_number int NOT NULL DEFAULT 7, ADD COLUMN later_text text`);
  }
}

/** Writes the columns of a row as the next release does. */
export async function writeLaterColumns(
  { query }: Pick<TestDatabase, 'query'>,
  { table, id }: { readonly table: string; readonly id: string },
): Promise<void> {
  await query(`UPDATE ${table} SET later_number = $2, later_text = $3 WHERE id = $1`, [
    id,
    WRITTEN.later_number,
    WRITTEN.later_text,
  ]);
}

/** Whether the columns of a row are as the next release has written them. */
export async function keepsLaterColumns(
  { query }: Pick<TestDatabase, 'query'>,
  { table, id }: { readonly table: string; readonly id: string },
): Promise<boolean> {
  const [row] = await query<typeof WRITTEN>(`SELECT later_number, later_text FROM ${table} WHERE id = $1`, [id]);
  return row?.later_number === WRITTEN.later_number && row.later_text === WRITTEN.later_text;
}
