import { OWN_BOOK } from '@payments/ledger';
import { reportErrors } from '../domain/report.errors.js';
import type { ReportScope, ReportSubject } from '../domain/report-state.js';
import type { Reports } from './ports.js';

/** Whose money a request asks about. */
export interface AskedSubject {
  readonly report_scope?: ReportScope;
  readonly subledger_reference_id?: string;
}

/** In the current unit of work. @throws missing_subledger_reference_id, invalid_subledger_reference_id */
export async function subjectOf(
  { report_scope = 'total', subledger_reference_id: reference }: AskedSubject,
  reports: Pick<Reports, 'bookOf'>,
): Promise<ReportSubject> {
  if (report_scope !== 'subledger') {
    if (reference !== undefined) throw reportErrors.invalid_subledger_reference_id();
    return { report_scope, book: report_scope === 'total' ? null : OWN_BOOK, subledger_reference_id: null };
  }
  if (reference === undefined) throw reportErrors.missing_subledger_reference_id();
  const book = await reports.bookOf(reference);
  if (book === undefined) throw reportErrors.invalid_subledger_reference_id();
  return { report_scope, book, subledger_reference_id: reference };
}
