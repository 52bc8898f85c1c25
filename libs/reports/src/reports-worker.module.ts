import { Module } from '@nestjs/common';
import { EffectPages } from './application/effect-pages.js';
import { MakeExports } from './application/make-exports.js';
import { MakeRecon } from './application/make-recon.js';
import { MakeStatements } from './application/make-statements.js';
import { MakeReports } from './application/make-reports.js';
import { ReportMakers } from './application/report-makers.js';
import { ReportsHandler } from './infrastructure/queue/reports.handler.js';
import { ReportsModule } from './reports.module.js';

/** The work on reports. */
@Module({
  imports: [ReportsModule],
  providers: [EffectPages, MakeExports, MakeRecon, MakeStatements, ReportMakers, MakeReports, ReportsHandler],
})
export class ReportsWorkerModule {}
