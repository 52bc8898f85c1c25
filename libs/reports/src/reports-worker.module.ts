import { Module } from '@nestjs/common';
import { MakeRecon } from './application/make-recon.js';
import { MakeReports } from './application/make-reports.js';
import { ReportsHandler } from './infrastructure/queue/reports.handler.js';
import { ReportsModule } from './reports.module.js';

/** The work on reports. */
@Module({ imports: [ReportsModule], providers: [MakeRecon, MakeReports, ReportsHandler] })
export class ReportsWorkerModule {}
