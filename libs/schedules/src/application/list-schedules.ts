import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { Schedules } from './ports.js';
import type { ScheduleFilter } from './ports.js';
import { toScheduleView } from './schedule.view.js';
import type { ScheduleView } from './schedule.view.js';

/** The schedules of the enterprise, newest first. */
@Injectable()
export class ListSchedules {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
  ) {}

  execute(filter: ScheduleFilter): Promise<Page<ScheduleView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.schedules.list(filter);
      return { items: items.map(toScheduleView), ...rest };
    });
  }
}
