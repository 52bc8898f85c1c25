import { Module } from '@nestjs/common';
import { BalanceStatement } from './application/balance-statement.js';
import { CreateReport } from './application/create-report.js';
import { DownloadReport } from './application/download-report.js';
import { ReadReports } from './application/read-reports.js';
import { ReportsController } from './infrastructure/http/reports.controller.js';
import { ReportsModule } from './reports.module.js';

/** The operations on reports. */
@Module({
  imports: [ReportsModule],
  controllers: [ReportsController],
  providers: [CreateReport, ReadReports, DownloadReport, BalanceStatement],
})
export class ReportsApiModule {}
