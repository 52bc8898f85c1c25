import type { BulkStatus, BulkView, RowStatus, RowView } from '@payments/bulk';
import { dollars } from '../ledger/report.js';
import { columns, count, counted, paint, table } from '../terminal.js';
import type { Style } from '../terminal.js';

const STYLES: Readonly<Record<BulkStatus, Style>> = {
  ...{ uploading: 'yellow', validating: 'yellow', ready: 'cyan', running: 'yellow', completed: 'green' },
  ...{ completed_with_errors: 'yellow', invalid: 'red', failed: 'red', canceled: 'dim' },
};
const ROW_STYLES: Readonly<Record<RowStatus, Style>> = {
  ...{ valid: 'dim', created: 'green', skipped: 'dim', refused: 'red' },
};

/** A table of bulk transfers for a person. */
export function describeBulks(bulks: readonly BulkView[]): string {
  if (bulks.length === 0) return 'no bulk transfers';
  const heading = ['id', 'reference', 'mode', 'rows', 'amount', 'created', 'refused', 'at', 'status'];
  const rows = bulks.map(({ progress, ...bulk }) => [
    ...[bulk.id, bulk.bulk_reference_id, bulk.mode, count(bulk.rows), `$${dollars(BigInt(bulk.amount))}`],
    ...[count(progress.created), count(progress.refused), bulk.created_at, paint(STYLES[bulk.status], bulk.status)],
  ]);
  return `${table([heading, ...rows])}\n${counted(bulks.length, 'bulk transfer')}`;
}

/** A bulk transfer for a person, one line a field, and the first of its refused rows. */
export function describeBulk({ progress, first_errors, metadata = {}, approval, ...bulk }: BulkView): string {
  const { status, amount, expected_amount, ...plain } = bulk;
  const lines = columns(
    [
      ...Object.entries(plain).map(([name, value]): [string, string] => [name, String(value)]),
      ['amount', `$${dollars(BigInt(amount))}`],
      ...(expected_amount === undefined
        ? []
        : [['expected_amount', `$${dollars(BigInt(expected_amount))}`] as [string, string]]),
      ...Object.entries(progress).map(([name, rows]): [string, string] => [`rows ${name}`, count(Number(rows))]),
      ...Object.entries(metadata).map(([key, value]): [string, string] => [`metadata ${key}`, String(value)]),
      ...(approval === undefined ? [] : [['approval', `${approval.status} (${approval.id})`] as [string, string]]),
      ['status', paint(STYLES[status], status)],
    ],
    '',
  );
  if (first_errors.length === 0) return lines;
  const refused = first_errors.map(({ line, number, error_code, message }) => [
    ...[String(line), String(number), paint('red', error_code), message],
  ]);
  const more = progress.refused - first_errors.length;
  const hint = more > 0 ? `\n${count(more)} more: payments bulk rows ${bulk.id} --status refused` : '';
  return `${lines}\n\n${table([['line', 'row', 'code', 'message'], ...refused])}${hint}`;
}

/** Rows of a file for a person. */
export function describeRows(rows: readonly RowView[]): string {
  if (rows.length === 0) return 'no rows';
  const heading = ['line', 'row', 'reference', 'amount', 'transfer', 'status', 'code', 'message'];
  const cells = rows.map((row) => [
    ...[String(row.line), String(row.number), row.transfer_reference_id ?? '-'],
    ...[row.amount === undefined ? '-' : `$${dollars(BigInt(row.amount))}`, row.transfer_id ?? '-'],
    ...[paint(ROW_STYLES[row.status], row.status), row.error_code ?? '-', row.message ?? ''],
  ]);
  return `${table([heading, ...cells])}\n${counted(rows.length, 'row')}`;
}
