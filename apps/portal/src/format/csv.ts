/** A spreadsheet would run these as a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

type Cell = string | number | undefined;

function written(cell: Cell): string {
  const text = cell === undefined ? '' : String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180). Text that a spreadsheet would take for a formula stays text. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
