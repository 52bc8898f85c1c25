import { CsvError } from '@payments/kernel';
import type { CsvRow } from '@payments/kernel';
import { yielder } from './event-loop.js';
import { isCraft, kindOf, listedNames, valueOf } from './list-entry.js';
import type { ListEntry, ListedName } from './list-entry.js';
import { readRows } from './list-files.js';
import type { NameKind } from './screening-name.js';

const SDN_FIELDS = 12;
const ALIAS_FIELDS = 5;

/** Whether the text is `sdn.csv` as OFAC publishes it: no line of column names, and twelve values in each row. */
export function isSdnList(rows: readonly CsvRow[]): boolean {
  const cells = rows[0]?.cells;
  return cells?.length === SDN_FIELDS && /^\d+$/.test(cells[0] ?? '');
}

/**
 * The entries of OFAC's `sdn.csv` with their aliases from `alt.csv`. Aliases that OFAC calls weak are in neither: it
 * writes them into the remarks, which are not screened.
 * @throws CsvError
 */
export async function parseSdnList(rows: readonly CsvRow[], aliasText: string): Promise<ListEntry[]> {
  const found = new Map<string, { readonly kind: NameKind; readonly names: ListedName[] } | undefined>();
  const yieldIfDue = yielder();
  for (const row of rows) {
    await yieldIfDue();
    const [id, name, type] = valuesOf(row, SDN_FIELDS);
    if (found.has(id)) throw new CsvError(`line ${row.line}: ent_num ${id} is already used by an earlier line`);
    if (isCraft(type)) {
      found.set(id, undefined);
      continue;
    }
    const names = listedNames([name], kindOf(type));
    if (names.length === 0) throw new CsvError(`line ${row.line}: SDN_Name has no letters`);
    found.set(id, { kind: kindOf(type), names });
  }
  await addAliases(found, aliasText);
  const entries = [...found].flatMap(([id, entry]) =>
    entry === undefined ? [] : [{ id, list: 'watchlist' as const, names: entry.names }],
  );
  if (entries.length === 0) throw new CsvError('line 1: the list has no individuals and no organizations');
  return entries;
}

async function addAliases(
  entries: ReadonlyMap<string, { readonly kind: NameKind; readonly names: ListedName[] } | undefined>,
  text: string,
): Promise<void> {
  const yieldIfDue = yielder();
  for (const row of await readRows(text)) {
    await yieldIfDue();
    const [id, , , alias] = valuesOf(row, ALIAS_FIELDS, 'alt.csv, ');
    // Files of two publications: some entries would lack their aliases.
    if (!entries.has(id)) {
      throw new CsvError(`alt.csv, line ${row.line}: sdn.csv has no entry ${id}; use files from the same publication`);
    }
    const entry = entries.get(id);
    entry?.names.push(...listedNames([alias], entry.kind));
  }
}

function valuesOf(row: CsvRow, fields: number, file = ''): [string, string, string, string] {
  if (row.cells.length !== fields) {
    throw new CsvError(`${file}line ${row.line}: must have ${fields} values, but has ${row.cells.length}`);
  }
  const [id = '', second = '', third = '', fourth = ''] = row.cells.map(valueOf);
  if (!/^\d+$/.test(id)) throw new CsvError(`${file}line ${row.line}: ent_num is not a number`);
  return [id, second, third, fourth];
}
