import { CSV_END, csvText } from '@payments/kernel';
import type { ExportFormat } from './export-resources.table.js';

/** The first row of a file; NDJSON has none. */
export function exportHead(format: ExportFormat, columns: readonly string[]): string {
  return format === 'csv' ? columns.join(',') + CSV_END : '';
}

/** Rows that are JSON objects of these columns; what has no value is left out of NDJSON, and empty in CSV. */
export function exportRows(format: ExportFormat, columns: readonly string[], rows: readonly string[]): string {
  if (format === 'ndjson') return rows.map((row) => `${row}\n`).join('');
  return rows.map((row) => csvRow(columns, JSON.parse(row) as Record<string, unknown>)).join('');
}

function csvRow(columns: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return columns.map((column) => cellOf(row[column])).join(',') + CSV_END;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}
