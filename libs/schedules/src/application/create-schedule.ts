import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { BankingTime, currentMaker, OpenTransfers } from '@payments/transfers';
import type { ScheduleRequest } from '../domain/schedule-state.js';
import { scheduleErrors } from '../domain/schedule.errors.js';
import { Schedule } from '../domain/schedule.js';
import { nextOrder, nextTasks } from './order.js';
import { Schedules } from './ports.js';
import { ScheduleApprovals } from './schedule-approvals.js';
import { toScheduleView } from './schedule.view.js';
import type { ScheduleView } from './schedule.view.js';

const MOST_OPEN = 10_000;

/** Creates a schedule. Its parties must be usable now; they are looked up again for each date. */
@Injectable()
export class CreateSchedule {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
    private readonly openTransfers: OpenTransfers,
    private readonly scheduleApprovals: ScheduleApprovals,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  /** @throws the codes of schedule.errors.ts, and those of transfer.errors.ts that are about parties */
  execute(request: ScheduleRequest): Promise<ScheduleView> {
    return this.unitOfWork.run(async () => {
      const time = await this.bankingTime.read();
      const maker = currentMaker();
      const schedule = Schedule.create(request, { ...{ id: newId(), now: time.now, at: time.at }, ...maker });
      const order = nextOrder(schedule);
      const refusal = await this.openTransfers.check(order);
      if (refusal !== undefined) throw refusal;
      if ((await this.schedules.countOpen(MOST_OPEN)) >= MOST_OPEN) throw scheduleErrors.too_many_schedules();
      await this.scheduleApprovals.demand(schedule, { ...order, maker });
      await this.schedules.add(schedule);
      await this.tasks.schedule(nextTasks([schedule], time));
      return toScheduleView(schedule.snapshot());
    });
  }
}
