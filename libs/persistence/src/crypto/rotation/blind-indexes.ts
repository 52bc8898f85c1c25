import type { BlindIndex, SealedTable } from '../sealed-columns.js';
import { placeOf } from './rows.js';
import type { Change, SealedRow, Walk } from './rows.js';
import type { KeyTools } from './key-tools.js';

/** The columns that hold a table's hashes, or their inputs besides the sealed ones. */
export function columnsOfIndexes({ indexes = [] }: SealedTable): string[] {
  return indexes.flatMap(({ column, plain }) => [column, ...plain]);
}

/** The hash under the current key, if the row has a different one. @throws Error when the row does not open. */
export async function staleIndex(
  { cipher, secrets }: KeyTools,
  { index, ...walk }: Walk & { readonly index: BlindIndex },
  row: SealedRow,
): Promise<Change | undefined> {
  const old = row.columns[index.column];
  if (!Buffer.isBuffer(old)) return undefined;
  const values: Record<string, string> = {};
  for (const name of index.plain) values[name] = String(row.columns[name]);
  for (const name of walk.table.columns) {
    const sealed = row.columns[name];
    if (Buffer.isBuffer(sealed)) values[name] = await cipher.open(placeOf(walk, row, name), sealed);
  }
  const fresh = secrets.blindIndex(walk.enterpriseId, index.purpose, index.value(values));
  return fresh.equals(old) ? undefined : { key: row.key, old, fresh };
}
