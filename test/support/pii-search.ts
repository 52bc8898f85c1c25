import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDatabase } from '@payments/testing';
import { escapeIdentifier } from 'pg';

/** Each value as it might be written somewhere: with and without dashes, as it is, in base64 at any offset, in hex. */
function formsOf(value: string): Buffer[] {
  return [...new Set([value, value.replaceAll('-', '')])].flatMap((text) => {
    const bytes = Buffer.from(text);
    const cores = [0, 1, 2].map((offset) => {
      const coded = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replaceAll('=', '');
      const isCut = (offset + bytes.length) % 3 !== 0;
      return coded.slice(Math.ceil((offset * 8) / 6), isCut ? -1 : undefined);
    });
    const hex = bytes.toString('hex');
    return [
      bytes,
      Buffer.from(text, 'utf16le'),
      ...[...cores, hex, hex.toUpperCase()].map((form) => Buffer.from(form)),
    ];
  });
}

/** Looks for values that nothing else in the world has, in whatever form somebody may write them. */
export class PiiSearch {
  private readonly needles: readonly { readonly name: string; readonly form: Buffer }[];

  constructor(values: Readonly<Record<string, string>>) {
    this.needles = Object.entries(values).flatMap(([name, value]) => formsOf(value).map((form) => ({ name, form })));
  }

  /** The names of the values that the bytes show. */
  leaksIn(haystack: Buffer | string): string[] {
    const bytes = Buffer.isBuffer(haystack) ? haystack : Buffer.from(haystack);
    return [...new Set(this.needles.filter(({ form }) => bytes.includes(form)).map(({ name }) => name))];
  }

  /** The values in the files below a directory, each with its path, and in the names of the files. */
  leaksBelow(directory: string): string[] {
    return filesBelow(directory).flatMap((path) =>
      [...this.leaksIn(path), ...this.leaksIn(contentOf(join(directory, path)))].map((name) => `${name} in ${path}`),
    );
  }
}

/** Every row of every table as text, and the tables that have one. */
export async function dumpOf(database: TestDatabase): Promise<{ readonly text: string; readonly filled: string[] }> {
  const tables = await database.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump: string[] = [];
  const filled: string[] = [];
  for (const { schema, name } of tables) {
    const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    const rows = await database.query<{ text: string }>(`SELECT t::text AS text FROM ${table} AS t`);
    dump.push(...rows.map(({ text }) => text));
    if (rows.length > 0) filled.push(`${schema}.${name}`);
  }
  return { text: dump.join('\n'), filled };
}

/** The files of a database with their paths below the directory of the server, the write-ahead log included. */
export async function* databaseFiles(
  database: TestDatabase,
): AsyncGenerator<{ readonly path: string; readonly bytes: Buffer }> {
  await database.query('CHECKPOINT');
  const [place] = await database.query<{ directory: string; oid: string }>(
    `SELECT current_setting('data_directory') AS directory, oid::text FROM pg_database WHERE datname = current_database()`,
  );
  const { directory, oid } = place!;
  const isOthers = (path: string) => path.startsWith('base/') && !path.startsWith(`base/${oid}/`);
  for (const path of filesBelow(directory).filter((each) => !isOthers(each))) {
    yield { path, bytes: contentOf(join(directory, path)) };
  }
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));

// Another suite may drop its database, and the server recycle a log, while this one looks.
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
