import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
import { LedgerPeriods } from './application/ledger-period.js';
import { Effects, ExportedRows, ReportParts, Reports } from './application/ports.js';
import { PostgresExportedRows } from './infrastructure/persistence/postgres-exported-rows.js';
import { PostgresEffects } from './infrastructure/persistence/postgres-effects.js';
import { ReportPartsRepository } from './infrastructure/persistence/report-parts.repository.js';
import { ReportsRepository } from './infrastructure/persistence/reports.repository.js';

/** Storage of reports and their files, and what they show of the ledger. */
@Module({
  imports: [LedgerModule],
  providers: [
    { provide: Reports, useClass: ReportsRepository },
    { provide: ReportParts, useClass: ReportPartsRepository },
    { provide: Effects, useClass: PostgresEffects },
    { provide: ExportedRows, useClass: PostgresExportedRows },
    LedgerPeriods,
  ],
  exports: [Reports, ReportParts, Effects, ExportedRows, LedgerPeriods],
})
export class ReportsModule {}
