import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { scheduleErrors } from '../domain/schedule.errors.js';
import { Schedules } from './ports.js';
import type { OccurrenceFilter } from './ports.js';
import { toOccurrenceView } from './schedule.view.js';
import type { OccurrenceView } from './schedule.view.js';

/** What became of the past dates of a schedule, newest first. */
@Injectable()
export class ListOccurrences {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
  ) {}

  /** @throws unknown_id */
  execute(filter: OccurrenceFilter): Promise<Page<OccurrenceView>> {
    return this.unitOfWork.read(async () => {
      if ((await this.schedules.find(filter.schedule_id)) === undefined) throw scheduleErrors.unknown_id();
      const { items, ...rest } = await this.schedules.listOccurrences(filter);
      return { items: items.map(toOccurrenceView), ...rest };
    });
  }
}
