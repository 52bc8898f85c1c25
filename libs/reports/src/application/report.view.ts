import { expiresAt } from '../domain/report-state.js';
import type { ReportFailure, ReportFormat, ReportKind, ReportScope, ReportState } from '../domain/report-state.js';
import type { ExportFilters, ExportResource } from '../domain/exports/export-resources.table.js';
import type { ReportStatus } from '../domain/report-status.js';

/** A report on the wire, in responses and events. */
export interface ReportView {
  readonly id: string;
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly status: ReportStatus;
  readonly report_scope: ReportScope;
  readonly subledger_reference_id?: string;
  /** Of an export. */
  readonly resource?: ExportResource;
  readonly filters?: ExportFilters;
  readonly start_time: string;
  readonly end_time: string;
  /** Of what is made so far, and in the end of the complete file. */
  readonly rows?: number;
  readonly bytes?: number;
  /** Of the complete file. */
  readonly sha256?: string;
  readonly expires_at?: string;
  readonly error?: ReportFailure;
  readonly created_at: string;
}

/** The allowlist of fields of a report that are shown. Fields without a value are omitted. */
export function toReportView(state: ReportState): ReportView {
  const { subledger_reference_id, resource, filters, rows, bytes, sha256, error } = state;
  const expires = expiresAt(state);
  return {
    id: state.id,
    kind: state.kind,
    format: state.format,
    status: state.status,
    report_scope: state.report_scope,
    ...(subledger_reference_id !== null && { subledger_reference_id }),
    ...(resource !== null && { resource }),
    ...(filters !== null && { filters }),
    start_time: state.start_time.toISOString(),
    end_time: state.end_time.toISOString(),
    ...((state.status === 'pending' || sha256 !== null) && { rows, bytes }),
    ...(sha256 !== null && { sha256 }),
    ...(expires && { expires_at: expires.toISOString() }),
    ...(error !== null && { error }),
    created_at: state.created_at.toISOString(),
  };
}
