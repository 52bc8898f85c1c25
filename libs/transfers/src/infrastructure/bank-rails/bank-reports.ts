import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Entries } from '@payments/rails';
import type { EntryStatus } from '@payments/rails';
import { ProcessorReports } from '../../application/ports.js';
import type { ReportLine } from '../../application/ports.js';
import type { Period } from '../../domain/reconciliation.js';

const STATUS: Readonly<Record<EntryStatus, ReportLine['status']>> = {
  waiting: 'accepted',
  filed: 'accepted',
  accepted: 'accepted',
  settled: 'settled',
  returned: 'returned',
  rejected: 'failed',
};

/** The entries of files as the books of the banks. */
@Injectable()
export class BankReports extends ProcessorReports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly entries: Entries,
  ) {
    super();
  }

  async report({ from, to }: Period): Promise<ReportLine[]> {
    const entries = await this.unitOfWork.run(() => this.entries.report(from, to));
    return entries.map(({ state, ...line }) => ({ ...line, status: STATUS[state] }));
  }
}
