import { Module } from '@nestjs/common';
import { TransfersModule } from '@payments/transfers';
import { Schedules } from './application/ports.js';
import { ScheduleApprovals } from './application/schedule-approvals.js';
import { SchedulesRepository } from './infrastructure/persistence/schedules.repository.js';
import { ScheduleResolver } from './infrastructure/transfers/schedule-resolver.js';
import { ScheduleWaits } from './infrastructure/transfers/schedule-waits.js';

/** Storage of schedules, and what the sandbox clock and approvals ask of them, for every process. */
@Module({
  imports: [TransfersModule],
  providers: [
    { provide: Schedules, useClass: SchedulesRepository },
    ScheduleApprovals,
    ScheduleResolver,
    ScheduleWaits,
  ],
  exports: [Schedules, ScheduleApprovals, TransfersModule],
})
export class SchedulesModule {}
