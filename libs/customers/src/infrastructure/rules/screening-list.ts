import { isUtf8 } from 'node:buffer';
import { CsvError } from '@payments/kernel';
import type { Config } from '@payments/config';
import type { CsvRow } from '@payments/kernel';
import { yielder } from './event-loop.js';
import { isCraft, kindOf, LIST_KINDS, listedNames, valueOf } from './list-entry.js';
import type { ListEntry } from './list-entry.js';
import { brokenList, digestOf, findListFiles, readList, readRows, versionOf } from './list-files.js';
import type { ListVersion } from './list-files.js';
import { isSdnList, parseSdnList } from './sdn-list.js';

export interface ScreeningList extends ListVersion {
  /** SHA-256 of the files, in hexadecimal: it identifies the list that a customer was screened against. */
  readonly digest: string;
  readonly entries: readonly ListEntry[];
}

const REQUIRED_COLUMNS = ['ent_num', 'sdn_name'];
const COLUMNS = [...REQUIRED_COLUMNS, 'sdn_type', 'aliases', 'list'];

/** The path in SCREENING_LIST_FILE. @throws ConfigError when it is not set. */
export function listPath({ screeningListFile }: Pick<Config, 'screeningListFile'>): string {
  if (screeningListFile !== undefined) return screeningListFile;
  throw brokenList('is not set, and VERIFICATION_PROVIDER=rules needs a list of names; set it to the path of the list');
}

/**
 * Reads the list of SCREENING_LIST_FILE, in either form that docs/reference/settings.generated.md describes: OFAC's own files, or one CSV
 * file with a line of column names. It yields to other work while it parses.
 * @throws ConfigError when the setting or a file is missing, or a file has neither form.
 */
export async function loadScreeningList(config: Pick<Config, 'screeningListFile'>): Promise<ScreeningList> {
  const path = listPath(config);
  const version = await versionOf(path);
  const { contents, parse } = await readFiles(path);
  // Otherwise, old rows of one file with new rows of another would pass as a list.
  if ((await versionOf(path)).stamp !== version.stamp)
    throw brokenList('changed while it was being read; replace files by renaming');
  return { ...version, digest: digestOf(contents), entries: await orBroken(parse) };
}

async function readFiles(path: string): Promise<{ contents: readonly Buffer[]; parse: () => Promise<ListEntry[]> }> {
  const files = await findListFiles(path);
  const list = await readList(files.list);
  const rows = await orBroken(() => readRows(textOf(list)));
  if (!isSdnList(rows)) {
    if (!isUtf8(list)) throw brokenList('is not UTF-8; convert the file to UTF-8');
    return { contents: [list], parse: () => headedEntries(rows) };
  }
  if (files.aliases === undefined) {
    throw brokenList(
      "has OFAC's sdn.csv without alt.csv, the file with the aliases; copy alt.csv into the same folder",
    );
  }
  const aliases = await readList(files.aliases);
  return { contents: [list, aliases], parse: () => parseSdnList(rows, textOf(aliases)) };
}

/** @throws CsvError */
export async function parseScreeningList(text: string): Promise<ListEntry[]> {
  return headedEntries(await readRows(text));
}

async function headedEntries([header, ...rows]: readonly CsvRow[]): Promise<ListEntry[]> {
  const columns = columnsOf(header?.cells ?? []);
  const entries = new Map<string, ListEntry>();
  const yieldIfDue = yielder();
  for (const row of rows) {
    await yieldIfDue();
    if (row.cells.length !== header?.cells.length) {
      throw new CsvError(`line ${row.line}: must have ${header?.cells.length} values, but has ${row.cells.length}`);
    }
    const entry = entryOf(row, columns);
    if (entry === undefined) continue;
    if (entries.has(entry.id))
      throw new CsvError(`line ${row.line}: ent_num ${entry.id} is already used by an earlier line`);
    entries.set(entry.id, entry);
  }
  if (entries.size === 0) throw new CsvError('line 1: the file has no entries after the column names');
  return [...entries.values()];
}

type Columns = ReadonlyMap<string, number>;

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CsvError(`line 1: must be a row of OFAC's sdn.csv or the column names; missing: ${missing.join(', ')}`);
  }
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new CsvError(`line 1: duplicate column ${twice}`);
  return new Map(names.map((name, index) => [name, index]));
}

function entryOf({ line, cells }: CsvRow, columns: Columns): ListEntry | undefined {
  const inColumn = (column: string) => valueOf(cells[columns.get(column) ?? -1] ?? '');
  const type = inColumn('sdn_type');
  if (isCraft(type)) return undefined;
  const id = inColumn('ent_num');
  if (id === '') throw new CsvError(`line ${line}: ent_num is empty`);
  const [name] = listedNames([inColumn('sdn_name')], kindOf(type));
  if (name === undefined) throw new CsvError(`line ${line}: SDN_Name has no letters`);
  const list = LIST_KINDS.find((each) => each === (inColumn('list').toLowerCase() || 'watchlist'));
  if (list === undefined) throw new CsvError(`line ${line}: list must be ${LIST_KINDS.join(' or ')}`);
  return { id, list, names: [name, ...listedNames(inColumn('aliases').split(';'), kindOf(type))] };
}

// OFAC writes ASCII or Latin-1, and ends its files with the end-of-file character of DOS.
function textOf(bytes: Buffer): string {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return text.replace(/^\uFEFF/, '').replace(/\x1A\s*$/, '');
}

async function orBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CsvError) throw brokenList(`${error.message}; correct the file`);
    throw error;
  }
}
