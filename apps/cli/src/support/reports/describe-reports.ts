import type { ReportStatus, ReportView } from '@payments/reports';
import { columns, count, counted, paint, table } from '../terminal.js';
import type { Style } from '../terminal.js';
import type { DownloadedFile } from './download.js';

const STYLES: Readonly<Record<ReportStatus, Style>> = {
  ...{ created: 'dim', pending: 'yellow', completed: 'green', failed: 'red' },
};

/** A table of reports for a person. */
export function describeReports(reports: readonly ReportView[]): string {
  if (reports.length === 0) return 'no reports';
  const heading = ['id', 'kind', 'format', 'of', 'from', 'to', 'rows', 'bytes', 'created', 'status'];
  const rows = reports.map(({ rows, bytes, ...report }) => [
    ...[report.id, report.kind, report.format, subjectOf(report), report.start_time, report.end_time],
    ...[rows === undefined ? '-' : count(rows), bytes === undefined ? '-' : count(bytes), report.created_at],
    paint(STYLES[report.status], report.status),
  ]);
  return `${table([heading, ...rows])}\n${counted(reports.length, 'report')}`;
}

/** A report for a person, one line a field. */
export function describeReport({ status, filters = {}, error, ...report }: ReportView): string {
  return columns(
    [
      ...Object.entries(report).map(([name, value]): [string, string] => [name, String(value)]),
      ...Object.entries<readonly string[]>({ ...filters }).map(([name, values]): [string, string] => [
        `filter ${name}`,
        values.join(', '),
      ]),
      ['status', paint(STYLES[status], status)],
      ...(error === undefined ? [] : [['error', paint('red', error)] as [string, string]]),
    ],
    '',
  );
}

export function describeFile({ file, bytes, sha256 }: DownloadedFile): string {
  return `${paint('green', '✔')} ${file}: ${count(bytes)} bytes, SHA-256 ${sha256}`;
}

function subjectOf({ resource, report_scope, subledger_reference_id }: ReportView): string {
  return resource ?? subledger_reference_id ?? report_scope;
}
