import { Module } from '@nestjs/common';
import { TransfersModule } from '@payments/transfers';
import { Schedules } from './application/ports.js';
import { SchedulesRepository } from './infrastructure/persistence/schedules.repository.js';
import { ScheduleWaits } from './infrastructure/transfers/schedule-waits.js';

/** Storage of schedules, and what the sandbox clock asks of them, for every process. */
@Module({
  imports: [TransfersModule],
  providers: [{ provide: Schedules, useClass: SchedulesRepository }, ScheduleWaits],
  exports: [Schedules, TransfersModule],
})
export class SchedulesModule {}
