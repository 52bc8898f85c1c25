import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { reportErrors } from '../domain/report.errors.js';
import { Reports } from './ports.js';
import type { ReportFilter } from './ports.js';
import { toReportView } from './report.view.js';
import type { ReportView } from './report.view.js';
import type { ReportKind } from '../domain/report-state.js';

/** Reads reports, and deletes them. */
@Injectable()
export class ReadReports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: Reports,
  ) {}

  /** @throws unknown_id, also for a report of another kind than the given one */
  get(id: string, kind?: ReportKind): Promise<ReportView> {
    return this.unitOfWork.read(async () => {
      const report = await this.reports.find(id);
      if (report === undefined || (kind !== undefined && report.kind !== kind)) throw reportErrors.unknown_id();
      return toReportView(report);
    });
  }

  /** Newest first. */
  list(filter: ReportFilter): Promise<Page<ReportView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.reports.list(filter);
      return { items: items.map(toReportView), ...rest };
    });
  }

  /** With its file. A worker that makes it stops. @throws unknown_id */
  async remove(id: string): Promise<void> {
    const isRemoved = await this.unitOfWork.run(() => this.reports.remove(id));
    if (!isRemoved) throw reportErrors.unknown_id();
  }
}
