import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '@payments/config';

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
export function findListFiles(path: string): ListFiles {
  return reading(() => {
    const isFolder = statSync(path).isDirectory();
    const list = isFolder ? findByName(path, SDN) : path;
    if (list === undefined) throw brokenList(`is a folder without ${SDN}; copy the OFAC files into it`);
    const aliases = findByName(dirname(list), ALIASES);
    return { list, ...(aliases !== undefined && { aliases }) };
  });
}

/** @throws ConfigError */
export function versionOf(path: string): ListVersion {
  return reading(() => {
    const { list, aliases } = findListFiles(path);
    const found = [list, aliases].flatMap((file) => (file === undefined ? [] : [statSync(file)]));
    // A symbolic link that is switched to an older list puts that list in place now.
    const link = lstatSync(path);
    if (link.isSymbolicLink()) found.push(link);
    const stamp = found.map(({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(':')).join(' ');
    return { stamp, placedAt: new Date(Math.max(...found.map(({ ctimeMs }) => ctimeMs))) };
  });
}

/** @throws ConfigError */
export function readList(file: string): Buffer {
  return reading(() => readFileSync(file));
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
function findByName(folder: string, wanted: string): string | undefined {
  const name = readdirSync(folder).find((each) => each.toLowerCase() === wanted);
  return name === undefined ? undefined : join(folder, name);
}

function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw brokenList(`cannot be read (${(error as NodeJS.ErrnoException).code}); check the path and its permissions`);
  }
}
