import { CSV_END, csvText } from '@payments/kernel';

/** A refused row, as the file of errors shows it. */
export interface ErrorLine {
  readonly number: number;
  readonly line: number;
  readonly transfer_reference_id?: string;
  readonly error_code?: string;
  readonly field?: string;
  readonly message?: string;
}

const COLUMNS = ['line', 'number', 'transfer_reference_id', 'error_code', 'field', 'message'] as const;

export const ERRORS_HEAD = COLUMNS.join(',') + CSV_END;

export function errorLines(rows: readonly ErrorLine[]): string {
  return rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(',') + CSV_END).join('');
}

function cell(value: string | number | undefined): string {
  return value === undefined ? '' : csvText(String(value));
}
