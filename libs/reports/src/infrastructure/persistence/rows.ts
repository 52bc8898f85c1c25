import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toReportView } from '../../application/report.view.js';
import { REPORT_FIELDS } from '../../domain/report-state.js';
import type { ReportEvent, ReportState } from '../../domain/report-state.js';

/** pg gives bigint as text. */
export type ReportRow = Omit<ReportState, 'rows' | 'bytes'> & { readonly rows: string; readonly bytes: string };

export const REPORT_COLUMNS = REPORT_FIELDS.join(', ');

export function toState(row: ReportRow): ReportState {
  return { ...row, rows: Number(row.rows), bytes: Number(row.bytes) };
}

/** An event as it is published: with the report as the API shows it. */
export function toRecordedEvent({ type, state, sequence, occurredAt: created_at }: ReportEvent): RecordedEvent {
  const resource = { resource_type: 'report', resource_id: state.id, sequence } as const;
  return { id: newId(), type, ...resource, data: { report: toReportView(state) }, created_at };
}
