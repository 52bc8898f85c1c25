import type { FieldPlace } from '../field-cipher.js';
import type { SealedTable } from '../sealed-columns.js';
import type { KeyTools } from './key-tools.js';

/** How many rows are read, and at most locked, at once. */
const PAGE = 200;

export interface SealedRow {
  /** The key column values of the row, as text. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Buffer | string | null>>;
}

/** Sets a column of one row to `fresh` if it still holds `old`. */
export interface Change {
  readonly key: readonly string[];
  readonly old: Buffer;
  readonly fresh: Buffer;
}

export interface Walk {
  readonly enterpriseId: string;
  readonly table: SealedTable;
  /** Columns to read besides the sealed ones. */
  readonly also?: readonly string[];
}

export function placeOf({ enterpriseId, table }: Walk, row: SealedRow, column: string): FieldPlace {
  return { enterpriseId, table: table.table, column, rowId: row.key.join('/') };
}

/** All rows of the table in key order, page by page, each page in a separate transaction. */
export async function* pages({ transactions }: KeyTools, walk: Walk): AsyncGenerator<SealedRow[]> {
  const { enterpriseId, table, also = [] } = walk;
  const names = Object.keys(table.row);
  const columns = [...new Set([...table.columns, ...also])];
  const from = `SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}] AS row_key, ${columns.join(', ')}
    FROM ${table.table} WHERE enterprise_id = $1`;
  const after = Object.values(table.row).map((type, i) => `$${i + 2}::${type}`);
  const order = `ORDER BY ${names.join(', ')} LIMIT ${PAGE}`;
  for (let last: readonly string[] = []; ;) {
    const where = last.length === 0 ? '' : `AND (${names.join(', ')}) > (${after.join(', ')})`;
    const found = await transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<{ row_key: string[] } & SealedRow['columns']>(`${from} ${where} ${order}`, [
        enterpriseId,
        ...last,
      ]),
    );
    const page = found.map(({ row_key: key, ...rest }) => ({ key, columns: rest }));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)!.key;
  }
}

/**
 * Writes the changes of one column in one short transaction, and returns how many it wrote. A row that
 * is locked is skipped, so that no deadlock can occur.
 */
export async function change(tools: KeyTools, walk: Walk & { column: string }, changes: readonly Change[]) {
  if (changes.length === 0) return 0;
  const { enterpriseId, table, column } = walk;
  const names = Object.keys(table.row);
  const keyArrays = Object.values(table.row).map((type, i) => `$${i + 2}::${type}[]`);
  const keysOf = (wanted: readonly Change[]) => names.map((_, i) => wanted.map(({ key }) => key[i]));
  return tools.transactions.run({ role: 'app', enterpriseId }, async (transaction) => {
    const held = await transaction.query<{ row_key: string[] }>(
      `SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}] AS row_key FROM ${table.table}
       WHERE enterprise_id = $1 AND (${names.join(', ')}) IN (SELECT * FROM unnest(${keyArrays.join(', ')}))
       ORDER BY ${names.join(', ')} FOR NO KEY UPDATE SKIP LOCKED`,
      [enterpriseId, ...keysOf(changes)],
    );
    const free = new Set(held.map(({ row_key }) => row_key.join('/')));
    const due = changes.filter(({ key }) => free.has(key.join('/')));
    const [old, fresh] = [names.length + 2, names.length + 3];
    const written = await transaction.query(
      `UPDATE ${table.table} AS t SET ${column} = c.fresh
       FROM unnest(${keyArrays.join(', ')}, $${old}::bytea[], $${fresh}::bytea[]) AS c (${names.join(', ')}, old, fresh)
       WHERE t.enterprise_id = $1 AND ${names.map((name) => `t.${name} = c.${name}`).join(' AND ')}
         AND t.${column} = c.old RETURNING 1`,
      [enterpriseId, ...keysOf(due), due.map((one) => one.old), due.map((one) => one.fresh)],
    );
    return written.length;
  });
}

/** How many rows the tables have, for a percentage; 0 when counting takes too long. */
export async function countRows(
  { transactions }: KeyTools,
  ids: readonly string[],
  tables: readonly SealedTable[],
): Promise<number> {
  let total = 0;
  for (const enterpriseId of ids) {
    for (const { table } of tables) {
      const [row] = await transactions
        .run({ role: 'app', enterpriseId }, (transaction) =>
          transaction.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table} WHERE enterprise_id = $1`, [
            enterpriseId,
          ]),
        )
        .catch(() => []);
      if (row === undefined) return 0;
      total += Number(row.rows);
    }
  }
  return total;
}
