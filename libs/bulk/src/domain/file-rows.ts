import { csvRecords } from './csv-records.js';
import { demandColumns, rowOfCells } from './csv-columns.js';
import { ndjsonRecords } from './ndjson-records.js';
import type { ReadRow, RowBody } from './read-row.js';

export const BULK_FORMATS = ['csv', 'ndjson'] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

/** A record, and the line of its part that it begins in. */
export type FileRow = ReadRow & { readonly line: number };

/** A part as it is read: its text, its number, and the columns that the first part named. */
export interface PartSource {
  readonly format: BulkFormat;
  readonly text: string;
  readonly number: number;
  readonly columns: readonly string[] | null;
}

const DOLLARS = /^(?:0|[1-9]\d{0,9})\.\d{2}$/;

/**
 * The rows of a part, read on demand.
 * @throws PartError when the part is not in the format, DomainError unknown_column or duplicate_column
 */
export function* fileRows({ format, text, number, columns }: PartSource): Generator<FileRow, void, undefined> {
  if (format === 'ndjson') {
    for (const { line, body } of ndjsonRecords(text)) yield { line, ...withCents(body) };
    return;
  }
  let known = number === 1 ? undefined : (columns ?? []);
  for (const { line, cells } of csvRecords(text)) {
    if (known === undefined) known = demandColumns(cells);
    else yield { line, ...centsOf(rowOfCells(known, cells)) };
  }
}

/** What a part holds: its rows, and the columns if it is the first one of a CSV file. */
export interface PartContents {
  readonly rows: number;
  readonly columns: readonly string[] | null;
}

/**
 * Reads a part to its end. The cells of other parts than the first are not compared with the columns, which may arrive later.
 * @throws as `fileRows`
 */
export function examinePart({ format, text, number }: Omit<PartSource, 'columns'>): PartContents {
  if (format === 'ndjson') return { rows: countOf(ndjsonRecords(text)), columns: null };
  let rows = 0;
  let columns: readonly string[] | null = null;
  for (const { cells } of csvRecords(text)) {
    if (number === 1 && columns === null) columns = demandColumns(cells);
    else rows += 1;
  }
  return { rows, columns };
}

function countOf(records: Iterator<unknown>): number {
  let count = 0;
  while (records.next().done !== true) count += 1;
  return count;
}

function centsOf(row: ReadRow): ReadRow {
  return 'error' in row ? row : withCents(row.body);
}

/** Dollars as cents: a row has `amount`, or `amount_usd`. */
function withCents({ amount_usd: dollars, ...body }: RowBody): ReadRow {
  if (dollars === undefined || dollars === null) return { body };
  if ((body['amount'] ?? null) !== null) {
    return refused(body, 'A row has amount, in cents, or amount_usd, in dollars. Send one of them.');
  }
  if (typeof dollars !== 'string' || !DOLLARS.test(dollars)) {
    return refused(body, 'amount_usd must be text with dollars and exactly two decimals, such as 125.00');
  }
  return { body: { ...body, amount: Number(dollars.replace('.', '')) } };
}

function refused(body: RowBody, message: string): ReadRow {
  return { error: { error_code: 'invalid_amount', field: 'amount', message }, body };
}
