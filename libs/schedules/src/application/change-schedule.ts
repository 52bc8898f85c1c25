import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import { scheduleErrors } from '../domain/schedule.errors.js';
import type { Moment, Schedule } from '../domain/schedule.js';
import { Schedules } from './ports.js';
import { ScheduleApprovals } from './schedule-approvals.js';
import { scheduleQueues } from './queues.js';
import { toScheduleView } from './schedule.view.js';
import type { ScheduleView } from './schedule.view.js';

/** Pauses, resumes and ends schedules. A change that has been made already changes nothing. */
@Injectable()
export class ChangeSchedule {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
    private readonly bankingTime: BankingTime,
    private readonly scheduleApprovals: ScheduleApprovals,
    private readonly tasks: Tasks,
  ) {}

  /** @throws unknown_id, schedule_ended */
  pause(id: string): Promise<ScheduleView> {
    return this.change(id, (schedule, { now }) => schedule.pause(now));
  }

  /** @throws unknown_id, schedule_ended */
  resume(id: string): Promise<ScheduleView> {
    return this.change(id, (schedule, moment) => schedule.resume(moment));
  }

  /** @throws unknown_id */
  delete(id: string): Promise<ScheduleView> {
    return this.change(id, (schedule, { now }) => schedule.delete(now));
  }

  private change(id: string, step: (schedule: Schedule, moment: Moment) => void): Promise<ScheduleView> {
    if (!isUuid(id)) throw scheduleErrors.unknown_id();
    return this.unitOfWork.run(async () => {
      const { now, at } = await this.bankingTime.read();
      const [schedule] = await this.schedules.lock([id]);
      if (schedule === undefined) throw scheduleErrors.unknown_id();
      const wasOpen = schedule.snapshot().ended_at === null;
      step(schedule, { now, at });
      await this.schedules.save([schedule]);
      // Due now, so that the task of a schedule that has ended does not wait for its next date.
      if (wasOpen && schedule.snapshot().ended_at !== null) {
        await this.scheduleApprovals.withdraw([schedule]);
        await this.tasks.schedule([{ queue: scheduleQueues.runs, subjectId: id }]);
      }
      return toScheduleView(schedule.snapshot());
    });
  }
}
