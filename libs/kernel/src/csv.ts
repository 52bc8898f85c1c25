export interface CsvRow {
  /** The line that the row begins in, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The text is not CSV. */
export class CsvError extends Error {}

// A quoted cell, or a plain one; then what ends it.
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * The rows of a text with comma-separated values (RFC 4180); blank lines are left out. Rows are parsed on demand.
 * @throws CsvError with the line of the first syntax error.
 */
export function* parseCsv(text: string): Generator<CsvRow, void, undefined> {
  let line = 1;
  let row: { line: number; cells: string[] } = { line, cells: [] };
  for (let position = 0; position < text.length || row.cells.length > 0; position = CELL.lastIndex) {
    CELL.lastIndex = position;
    const match = CELL.exec(text);
    if (match === null) throw new CsvError(`line ${line}: a quote is not closed, or is inside a value`);
    const [whole, quoted, plain = '', end] = match;
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (row.cells.length > 1 || row.cells[0] !== '') yield row;
    row = { line, cells: [] };
  }
}

// Some readers leave out blanks before a value, or take a full-width sign for the usual one.
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
const QUOTED = /[",\r\n]/;

/** The end of a row (RFC 4180). */
export const CSV_END = '\r\n';

/** Text of others as a value. A spreadsheet would run one that begins like a formula, so it gets an apostrophe. */
export function csvText(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
