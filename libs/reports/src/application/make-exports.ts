import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { exportedResources } from '../domain/exports/export-resources.table.js';
import type { ExportFormat } from '../domain/exports/export-resources.table.js';
import { exportHead, exportRows } from '../domain/exports/export-text.js';
import type { ReportState } from '../domain/report-state.js';
import { LedgerPeriods } from './ledger-period.js';
import { ExportedRows } from './ports.js';
import type { MadeStep, ReportMaker } from './report-maker.js';

/** `after`: the place of the last row, empty before the first one. `head`: what is not written yet. */
type Progress = Readonly<Record<'head' | 'after', string>>;

/** Exports: the rows of a resource that were created in a period, the oldest first. */
@Injectable()
export class MakeExports implements ReportMaker<Progress> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly periods: LedgerPeriods,
    private readonly rows: ExportedRows,
  ) {}

  async begin(report: ReportState): Promise<Progress> {
    const { resource, format } = exportOf(report);
    if (resource === 'ledger_entries') await this.periods.close(report.end_time);
    return { head: exportHead(format, exportedResources[resource].columns), after: '' };
  }

  async next(report: ReportState, { head, after }: Progress): Promise<MadeStep<Progress>> {
    const { resource, format } = exportOf(report);
    const { start_time, end_time, filters } = report;
    const range = { resource, start_time, end_time, filters: filters ?? {}, after };
    const page = await this.unitOfWork.read(() => this.rows.page(range));
    const text = head + exportRows(format, exportedResources[resource].columns, page.rows);
    const progress = { head: '', after: page.last ?? after };
    return { text, rows: page.rows.length, progress, isLast: page.last === undefined };
  }
}

function exportOf({ id, resource, format }: ReportState) {
  if (resource === null) throw new Error(`report ${id} is no export`);
  return { resource, format: format as ExportFormat };
}
