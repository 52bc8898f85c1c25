import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '@payments/config';
import { parseCsv } from '@payments/kernel';
import type { CsvRow } from '@payments/kernel';
import { yielder } from './event-loop.js';

/** Where a screening list is stored. */
export interface ListFiles {
  /** The list itself: a headed CSV file, or `sdn.csv` of OFAC. */
  readonly list: string;
  /** `alt.csv` beside it, if there is one: the aliases of `sdn.csv`. */
  readonly aliases?: string;
}

export interface ListVersion {
  /** Changes whenever a file is replaced or written to. */
  readonly stamp: string;
  /** When the files were put in place: of two lists, the one with the later time is in force. */
  readonly placedAt: Date;
}

const SDN = 'sdn.csv';
const ALIASES = 'alt.csv';

/** Finds the files of SCREENING_LIST_FILE, which names a file or a folder with `sdn.csv`. @throws ConfigError */
export async function findListFiles(path: string): Promise<ListFiles> {
  return reading(async () => {
    const isFolder = (await stat(path)).isDirectory();
    const list = isFolder ? await findByName(path, SDN) : path;
    if (list === undefined) throw brokenList(`is a folder without ${SDN}; copy the OFAC files into it`);
    const aliases = await findByName(dirname(list), ALIASES);
    return { list, ...(aliases !== undefined && { aliases }) };
  });
}

/** @throws ConfigError */
export async function versionOf(path: string): Promise<ListVersion> {
  return reading(async () => {
    const { list, aliases } = await findListFiles(path);
    const found = [await stat(list)];
    if (aliases !== undefined) found.push(await stat(aliases));
    // A symbolic link that is switched to an older list puts that list in place now.
    const link = await lstat(path);
    if (link.isSymbolicLink()) found.push(link);
    const stamp = found.map(({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(':')).join(' ');
    return { stamp, placedAt: new Date(Math.max(...found.map(({ ctimeMs }) => ctimeMs))) };
  });
}

/** @throws ConfigError */
export async function readList(file: string): Promise<Buffer> {
  return reading(() => readFile(file));
}

/** @throws CsvError */
export async function readRows(text: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  const yieldIfDue = yielder();
  for (const row of parseCsv(text)) {
    rows.push(row);
    await yieldIfDue();
  }
  return rows;
}

/** SHA-256 of the files in hexadecimal. */
export function digestOf(contents: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
}

export function brokenList(problem: string): ConfigError {
  return new ConfigError(`SCREENING_LIST_FILE: ${problem}`);
}

// OFAC has published its files in upper and in lower case.
async function findByName(folder: string, wanted: string): Promise<string | undefined> {
  const name = (await readdir(folder)).find((each) => each.toLowerCase() === wanted);
  return name === undefined ? undefined : join(folder, name);
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw brokenList(`cannot be read (${(error as NodeJS.ErrnoException).code}); check the path and its permissions`);
  }
}
