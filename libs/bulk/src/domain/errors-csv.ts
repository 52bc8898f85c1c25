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
const END = '\r\n';
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

export const ERRORS_HEAD = COLUMNS.join(',') + END;

export function errorLines(rows: readonly ErrorLine[]): string {
  return rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(',') + END).join('');
}

// A reference is the client's text: a spreadsheet would run one that begins like a formula.
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  const text = String(value);
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
