import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { Claim } from '@payments/messaging';
import { BankingTime, OpenTransfers } from '@payments/transfers';
import type { BankingMoment, OpenedOrder } from '@payments/transfers';
import type { OrderOutcome, Schedule } from '../domain/schedule.js';
import { nextOrder, nextTasks } from './order.js';
import { Schedules } from './ports.js';
import { ScheduleApprovals } from './schedule-approvals.js';

/** A schedule that is further behind continues with its next task. */
const MOST_DATES_OF_A_TURN = 31;

/**
 * Makes the transfers of due dates. One unit of work locks the schedules, stores the transfers, their occurrences and the
 * next tasks, and completes the claim, so a worker that dies has done nothing, and no date is paid twice.
 */
@Injectable()
export class RunSchedules {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: Schedules,
    private readonly openTransfers: OpenTransfers,
    private readonly bankingTime: BankingTime,
    private readonly scheduleApprovals: ScheduleApprovals,
    private readonly tasks: Tasks,
  ) {}

  execute(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const time = await this.bankingTime.read();
      const horizon = await this.bankingTime.horizon();
      const until = horizon < time.at ? horizon : time.at;
      const schedules = await this.schedules.lock(claim.subjectIds);
      for (let dates = 0; dates < MOST_DATES_OF_A_TURN; dates += 1) {
        const due = schedules.filter((schedule) => schedule.isDue(until));
        if (due.length === 0) break;
        await this.runNext(due, time);
      }
      await this.schedules.save(schedules);
      await this.scheduleApprovals.withdraw(schedules);
      await claim.complete();
      await this.tasks.schedule(nextTasks(schedules, time));
    });
  }

  // The next date of each, so that a date knows what became of the one before.
  private async runNext(due: readonly Schedule[], time: BankingMoment): Promise<void> {
    const isSkipped = (schedule: Schedule) => schedule.skipsNext(time.stepAt(schedule.snapshot().next_run_at));
    const [skipped, others] = [due.filter(isSkipped), due.filter((schedule) => !isSkipped(schedule))];
    for (const schedule of skipped) schedule.record(undefined, time.now);
    const failed = await this.openTransfers.failed(others.flatMap(({ transferToJudge: id }) => id ?? []));
    for (const schedule of others) schedule.judge(failed.has(schedule.transferToJudge ?? ''), time.now);
    const paid = others.filter((schedule) => schedule.snapshot().ended_at === null);
    const orders = await this.openTransfers.open(paid.map(nextOrder));
    for (const [index, schedule] of paid.entries()) schedule.record(outcomeOf(orders[index]!), time.now);
  }
}

function outcomeOf(order: OpenedOrder): OrderOutcome {
  return 'error' in order ? { error_code: order.error.code } : order;
}
