import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
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
const RETRY = { 'Retry-After': '10' };

export interface AskedStatement extends AskedDays {
  readonly format: StatementFormat;
  readonly subledger_reference_id?: string;
}

interface AskedReport extends AskedSubject, Period {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
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
  async recon(asked: AskedSubject & Period): Promise<ReportView> {
    demandPeriod(asked, this.clock.now());
    return this.create({ ...asked, kind: 'recon', format: 'csv' });
  }

  /**
   * Of one subledger, or of all books.
   * @throws missing_date and others of days, invalid_subledger_reference_id, too_many_reports
   */
  async statement({ format, subledger_reference_id, ...days }: AskedStatement): Promise<ReportView> {
    const period = periodOfDays(days, this.clock.now());
    const subject =
      subledger_reference_id === undefined ? {} : ({ report_scope: 'subledger', subledger_reference_id } as const);
    return this.create({ ...period, ...subject, kind: 'statement', format });
  }

  private create({ kind, format, start_time, end_time, ...asked }: AskedReport): Promise<ReportView> {
    const now = this.clock.now();
    return this.unitOfWork.run(async () => {
      const subject = await subjectOf(asked, this.reports);
      const unfinished = await this.reports.countUnfinished(MOST_UNFINISHED);
      if (unfinished >= MOST_UNFINISHED) throw reportErrors.too_many_reports({ headers: RETRY });
      const request = { kind, format, start_time, end_time, ...subject };
      const report = Report.create(request, { id: newId(), now, created_by: workContext.get().actor ?? null });
      await this.reports.add(report);
      await this.tasks.schedule([{ queue: reportQueues.reports, subjectId: report.snapshot().id }]);
      return toReportView(report.snapshot());
    });
  }
}
