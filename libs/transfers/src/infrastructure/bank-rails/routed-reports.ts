import { ProcessorReports } from '../../application/ports.js';
import type { ReportLine } from '../../application/ports.js';
import type { Period } from '../../domain/reconciliation.js';

/** The books of several processors, of which each has its own instructions. */
export class RoutedReports extends ProcessorReports {
  constructor(private readonly reports: readonly ProcessorReports[]) {
    super();
  }

  async report(period: Period): Promise<ReportLine[]> {
    const lines: ReportLine[] = [];
    for (const each of this.reports) lines.push(...(await each.report(period)));
    return lines;
  }
}
