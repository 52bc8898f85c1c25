import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { exportedResources } from '../domain/exports/export-resources.table.js';
import type { ExportFilters, ExportFormat, ExportResource } from '../domain/exports/export-resources.table.js';
import { demandReadable } from './readable.js';
import type { Caller } from './readable.js';
import { demandPeriod } from '../domain/period.js';
import type { Period } from '../domain/period.js';
import { MOST_UNFINISHED, reportErrors } from '../domain/report.errors.js';
import { Report } from '../domain/report.js';
import type { ReportFormat, ReportKind, StatementFormat } from '../domain/report-state.js';
import { periodOfDays } from '../domain/statements/statement-days.js';
import type { AskedDays } from '../domain/statements/statement-days.js';
import { Reports } from './ports.js';
import { reportQueues } from './queues.js';
import { toReportView } from './report.view.js';
import type { ReportView } from './report.view.js';
import { subjectOf } from './subject-of.js';
import type { AskedSubject } from './subject-of.js';

/** Seconds until a report may be finished. */
const SETTLE_MS = 60_000;
const RETRY = { 'Retry-After': '10' };

export interface AskedStatement extends AskedDays {
  readonly format: StatementFormat;
  readonly subledger_reference_id?: string;
}

export interface AskedExport extends Period {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly filters?: ExportFilters;
}

interface AskedReport extends Period {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly resource?: ExportResource;
  readonly filters?: ExportFilters;
}

/** Creates a report, whose file a worker makes. */
@Injectable()
export class CreateReport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: Reports,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_end_time, missing_subledger_reference_id, invalid_subledger_reference_id, too_many_reports */
  async recon({ start_time, end_time, ...subject }: AskedSubject & Period): Promise<ReportView> {
    demandPeriod({ start_time, end_time }, this.clock.now());
    return this.create({ start_time, end_time, kind: 'recon', format: 'csv' }, { subject });
  }

  /**
   * Of one subledger, or of all books.
   * @throws missing_date and others of days, invalid_subledger_reference_id, too_many_reports
   */
  async statement({ format, subledger_reference_id, ...days }: AskedStatement): Promise<ReportView> {
    const period = periodOfDays(days, this.clock.now());
    const subject =
      subledger_reference_id === undefined ? {} : ({ report_scope: 'subledger', subledger_reference_id } as const);
    return this.create({ ...period, kind: 'statement', format }, { subject });
  }

  /**
   * Of rows that were created in a period.
   * @throws forbidden, invalid_end_time, invalid_filters, too_many_reports
   */
  async export({ filters = {}, ...asked }: AskedExport, caller: Caller): Promise<ReportView> {
    demandReadable(asked.resource, caller);
    demandPeriod(asked, this.clock.now());
    const known: readonly string[] = exportedResources[asked.resource].filters;
    const set = Object.entries(filters).filter(([, wanted]) => wanted !== undefined);
    if (set.some(([name]) => !known.includes(name))) {
      const message =
        known.length === 0
          ? `filters must be omitted: ${asked.resource} have none`
          : `filters of ${asked.resource} can be ${known.join(', ')}`;
      throw reportErrors.invalid_filters({ message });
    }
    // A row may be committed a little after the time that it says.
    const dueAt = new Date(asked.end_time.getTime() + SETTLE_MS);
    return this.create({ ...asked, filters: Object.fromEntries(set), kind: 'export' }, { dueAt });
  }

  private create(
    asked: AskedReport,
    { subject = {}, dueAt }: { readonly subject?: AskedSubject; readonly dueAt?: Date },
  ): Promise<ReportView> {
    const now = this.clock.now();
    return this.unitOfWork.run(async () => {
      const found = await subjectOf(subject, this.reports);
      const unfinished = await this.reports.countUnfinished(MOST_UNFINISHED);
      if (unfinished >= MOST_UNFINISHED) throw reportErrors.too_many_reports({ headers: RETRY });
      const report = Report.create(
        { ...asked, ...found },
        { id: newId(), now, created_by: workContext.get().actor ?? null },
      );
      await this.reports.add(report);
      await this.tasks.schedule([
        { queue: reportQueues.reports, subjectId: report.snapshot().id, ...(dueAt && { dueAt }) },
      ]);
      return toReportView(report.snapshot());
    });
  }
}
