import { fileNameOf } from '../../domain/file-name.js';
import type { ReportFile } from '../../application/download-report.js';
import type { ReportFormat } from '../../domain/report-state.js';

const TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv',
  bai2: 'text/plain',
  ndjson: 'application/x-ndjson',
  camt053: 'application/xml',
};

export const MEDIA_TYPES = Object.values(TYPES);

/** What every response with the file has. */
export function fileHeaders(file: ReportFile): Record<string, string> {
  return {
    'Content-Type': `${TYPES[file.format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${fileNameOf(file)}"`,
    ETag: `"${file.sha256}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  };
}
