import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { scheduleErrors } from '../domain/schedule.errors.js';
import { Schedules } from './ports.js';
import { toScheduleView } from './schedule.view.js';
import type { ScheduleView } from './schedule.view.js';

@Injectable()
export class GetSchedule {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
  ) {}

  /** @throws unknown_id */
  execute(id: string): Promise<ScheduleView> {
    return this.unitOfWork.read(async () => {
      const schedule = await this.schedules.find(id);
      if (schedule === undefined) throw scheduleErrors.unknown_id();
      return toScheduleView(schedule);
    });
  }
}
