import type { ReportFormat, ReportState } from './report-state.js';

const EXTENSIONS: Readonly<Record<ReportFormat, string>> = {
  csv: 'csv',
  bai2: 'bai',
  ndjson: 'ndjson',
  camt053: 'xml',
};

type Named = Pick<ReportState, 'kind' | 'resource' | 'format' | 'start_time' | 'end_time'>;

/** What the file of a report is called: with its first and its last day. */
export function fileNameOf({ kind, resource, format, start_time, end_time }: Named): string {
  const [from, to] = [start_time, new Date(end_time.getTime() - 1)].map((at) => at.toISOString().slice(0, 10));
  return `${resource ?? kind}-${from}-${to}.${EXTENSIONS[format]}`;
}
