import type { ReportFile } from '../../application/download-report.js';
import type { ReportFormat } from '../../domain/report-state.js';

interface FileType {
  readonly type: string;
  readonly extension: string;
}

const TYPES: Readonly<Record<ReportFormat, FileType>> = {
  csv: { type: 'text/csv', extension: 'csv' },
  bai2: { type: 'text/plain', extension: 'bai' },
  ndjson: { type: 'application/x-ndjson', extension: 'ndjson' },
  camt053: { type: 'application/xml', extension: 'xml' },
};

export const MEDIA_TYPES = Object.values(TYPES).map(({ type }) => type);

/** What every response with the file has; the name says the first and the last day. */
export function fileHeaders({
  kind,
  resource,
  format,
  sha256,
  start_time,
  end_time,
}: ReportFile): Record<string, string> {
  const { type, extension } = TYPES[format];
  const [from, to] = [start_time, new Date(end_time.getTime() - 1)].map((at) => at.toISOString().slice(0, 10));
  return {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${resource ?? kind}-${from}-${to}.${extension}"`,
    ETag: `"${sha256}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  };
}
