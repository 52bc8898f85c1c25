import { Module } from '@nestjs/common';
import { ChangeSchedule } from './application/change-schedule.js';
import { CreateSchedule } from './application/create-schedule.js';
import { GetSchedule } from './application/get-schedule.js';
import { ListOccurrences } from './application/list-occurrences.js';
import { ListSchedules } from './application/list-schedules.js';
import { PreviewRecurrence } from './application/preview-recurrence.js';
import { SchedulesController } from './infrastructure/http/schedules.controller.js';
import { SchedulesModule } from './schedules.module.js';

/** The operations on schedules. */
@Module({
  imports: [SchedulesModule],
  controllers: [SchedulesController],
  providers: [CreateSchedule, GetSchedule, ListSchedules, ListOccurrences, ChangeSchedule, PreviewRecurrence],
})
export class SchedulesApiModule {}
