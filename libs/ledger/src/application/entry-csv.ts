import type { EntryView } from './entry.view.js';

/** The columns of an export, in their order. */
export const ENTRY_COLUMNS = [
  ...['id', 'subject_id', 'leg', 'attempt', 'kind', 'debit_account', 'credit_account', 'amount', 'currency'],
  ...['banking_at', 'created_at'],
] as (keyof EntryView)[];

const END = '\r\n';

export const CSV_HEAD = ENTRY_COLUMNS.join(',') + END;

// Nothing is quoted: ids, times, numbers and lowercase words contain no comma, no quote, and no character that starts a
// spreadsheet formula.
export function toCsv(entries: readonly EntryView[]): string {
  return entries.map((entry) => ENTRY_COLUMNS.map((column) => String(entry[column])).join(',') + END).join('');
}

/** The fields of one line of an export, as text by column; `undefined` when it has another number of fields. */
export function fromCsv(line: string): Readonly<Record<string, string>> | undefined {
  const fields = line.split(',');
  if (fields.length !== ENTRY_COLUMNS.length) return undefined;
  return Object.fromEntries(ENTRY_COLUMNS.map((column, i) => [column, fields[i]!]));
}
