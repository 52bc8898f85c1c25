import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, CsvError, parseCsv } from '@payments/platform';
import type { Config, CsvRow } from '@payments/platform';
import { screeningName } from './screening-name.js';
import type { NameKind, ScreeningName } from './screening-name.js';

export const LIST_KINDS = ['watchlist', 'alertlist'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export interface ListedName {
  /** As the list writes it. */
  readonly text: string;
  readonly name: ScreeningName;
}

export interface ListEntry {
  readonly id: string;
  readonly list: ListKind;
  /** The name and its aliases. */
  readonly names: readonly ListedName[];
}

export interface ScreeningList {
  /** SHA-256 of the file, in hexadecimal: which list it was that somebody was screened against. */
  readonly digest: string;
  readonly entries: readonly ListEntry[];
}

const REQUIRED_COLUMNS = ['ent_num', 'sdn_name'];
const COLUMNS = [...REQUIRED_COLUMNS, 'sdn_type', 'aliases', 'list'];
/** They have names, but are no parties. */
const CRAFT: ReadonlySet<string> = new Set(['vessel', 'aircraft']);

/**
 * Reads the list of SCREENING_LIST_FILE: comma-separated values in UTF-8, in the manner of the SDN list of OFAC. The
 * first line names the columns, in any order and letter case; columns not named here are ignored, and so is `-0-`, which
 * is how OFAC writes an empty value.
 *
 * - `ent_num`, required: what the entry is known by; no two entries share it.
 * - `SDN_Name`, required: the name, of individuals as `LAST, First` or in the order it is spoken.
 * - `SDN_Type`: `individual`, or anything else for an organisation. Entries of a `vessel` or an `aircraft` are ignored.
 * - `aliases`: other names, parted by semicolons.
 * - `list`: `watchlist` (default), which restricts who matches, or `alertlist`, which rejects.
 *
 * @throws ConfigError when the setting or the file is missing, or the file is not of this form.
 */
export function loadScreeningList({ screeningListFile }: Config): ScreeningList {
  if (screeningListFile === undefined) {
    throw broken('is not set; VERIFICATION_PROVIDER=rules needs a list of names: set it to the path of the file');
  }
  const bytes = readList(screeningListFile);
  if (!isUtf8(bytes)) throw broken('is not in UTF-8; correct the file');
  try {
    // OFAC ends its files with the end-of-file character of DOS.
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const entries = parseScreeningList(text.replace(/\x1A\s*$/, ''));
    return { digest: createHash('sha256').update(bytes).digest('hex'), entries };
  } catch (error) {
    if (error instanceof CsvError) throw broken(`${error.message}; correct the file`);
    throw error;
  }
}

/** @throws CsvError */
export function parseScreeningList(text: string): ListEntry[] {
  const [header, ...rows] = parseCsv(text);
  const columns = columnsOf(header?.cells ?? []);
  const entries = new Map<string, ListEntry>();
  for (const row of rows) {
    if (row.cells.length !== header?.cells.length) {
      throw new CsvError(`line ${row.line}: has ${row.cells.length} values, not ${header?.cells.length}`);
    }
    const entry = entryOf(row, columns);
    if (entry === undefined) continue;
    if (entries.has(entry.id)) throw new CsvError(`line ${row.line}: its ent_num stands in an earlier line too`);
    entries.set(entry.id, entry);
  }
  if (entries.size === 0) throw new CsvError('line 1: there is no entry below it');
  return [...entries.values()];
}

type Columns = ReadonlyMap<string, number>;

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.toLowerCase());
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new CsvError(`line 1: must name the columns, and does not name ${missing.join(', ')}`);
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new CsvError(`line 1: names the column ${twice} twice`);
  return new Map(names.map((name, index) => [name, index]));
}

function entryOf({ line, cells }: CsvRow, columns: Columns): ListEntry | undefined {
  const valueOf = (column: string) => {
    const value = cells[columns.get(column) ?? -1]?.trim() ?? '';
    return value === '-0-' ? '' : value;
  };
  const type = valueOf('sdn_type').toLowerCase();
  if (CRAFT.has(type)) return undefined;
  const id = valueOf('ent_num');
  if (id === '') throw new CsvError(`line ${line}: ent_num is empty`);
  const kind = type === 'individual' ? 'person' : 'organisation';
  const [name] = listedNames([valueOf('sdn_name')], kind);
  if (name === undefined) throw new CsvError(`line ${line}: SDN_Name has no letters`);
  const list = LIST_KINDS.find((each) => each === (valueOf('list').toLowerCase() || 'watchlist'));
  if (list === undefined) throw new CsvError(`line ${line}: list must be ${LIST_KINDS.join(' or ')}`);
  return { id, list, names: [name, ...listedNames(valueOf('aliases').split(';'), kind)] };
}

function listedNames(texts: readonly string[], kind: NameKind): ListedName[] {
  return texts.flatMap((text) => {
    const name = screeningName(text, kind);
    return name === undefined ? [] : [{ text: text.trim(), name }];
  });
}

function readList(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw broken(`cannot be read (${(error as NodeJS.ErrnoException).code}); check the path`);
  }
}

function broken(problem: string): ConfigError {
  return new ConfigError(`SCREENING_LIST_FILE: ${problem}`);
}
