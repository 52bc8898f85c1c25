import { Module } from '@nestjs/common';
import { RunSchedules } from './application/run-schedules.js';
import { ScheduleRunsHandler } from './infrastructure/queue/schedule-runs.handler.js';
import { SchedulesModule } from './schedules.module.js';

/** The work on schedules. */
@Module({
  imports: [SchedulesModule],
  providers: [RunSchedules, ScheduleRunsHandler],
})
export class SchedulesWorkerModule {}
