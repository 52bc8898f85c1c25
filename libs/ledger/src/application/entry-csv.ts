import type { EntryView } from './entry.view.js';

type Columns = readonly (keyof EntryView)[];

/** The columns of an export that an older release made. */
const FIRST_COLUMNS: Columns = [
  ...(['id', 'subject_id', 'leg', 'attempt', 'kind', 'debit_account', 'credit_account', 'amount', 'currency'] as const),
  ...(['banking_at', 'created_at'] as const),
];

/** The columns of an export, in their order. New ones come last, so that programs find the others where they were. */
export const ENTRY_COLUMNS: Columns = [...FIRST_COLUMNS, 'position', 'debit_subledger_id', 'credit_subledger_id'];

const END = '\r\n';

export const CSV_HEAD = ENTRY_COLUMNS.join(',') + END;

/** The columns that the first line of an export names; undefined if no release has written them. */
export function columnsOf(head: string): Columns | undefined {
  return [ENTRY_COLUMNS, FIRST_COLUMNS].find((columns) => columns.join(',') === head);
}

// Nothing is quoted: ids, times, numbers and lowercase words contain no comma, no quote, and no character that starts a
// spreadsheet formula.
export function toCsv(entries: readonly EntryView[]): string {
  return entries.map((entry) => ENTRY_COLUMNS.map((column) => String(entry[column] ?? '')).join(',') + END).join('');
}

/** The fields of one line of an export, as text by column; `undefined` when it has another number of fields. */
export function fromCsv(line: string, columns: Columns = ENTRY_COLUMNS): Readonly<Record<string, string>> | undefined {
  const fields = line.split(',');
  if (fields.length !== columns.length) return undefined;
  return Object.fromEntries(columns.map((column, i) => [column, fields[i]!]));
}
