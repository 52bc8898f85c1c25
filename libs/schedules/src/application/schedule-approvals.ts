import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { Approvals } from '@payments/persistence';
import type { DecidedApproval } from '@payments/persistence';
import { BankingTime, OpenTransfers } from '@payments/transfers';
import type { TransferOrder } from '@payments/transfers';
import type { Schedule } from '../domain/schedule.js';
import { Schedules } from './ports.js';
import { scheduleQueues } from './queues.js';

/** Approvals that schedules wait for. In the current unit of work. */
@Injectable()
export class ScheduleApprovals {
  constructor(
    private readonly approvals: Approvals,
    private readonly schedules: Schedules,
    private readonly openTransfers: OpenTransfers,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  /** Holds a new schedule until it is approved, if a policy demands that. */
  async demand(schedule: Schedule, order: TransferOrder): Promise<void> {
    const { id, amount, speed, metadata, start_date, recurrence, missed, end_on_failures } = schedule.snapshot();
    const { use_case, parties } = await this.openTransfers.resolve(order);
    const { currency, account_statement_descriptor, subledger_reference_id } = order;
    const approval = await this.approvals.demand({
      ...{ type: 'schedule', id, maker: order.maker },
      facts: { amount, use_case, speed, metadata, origin: order.maker.origin },
      shown: {
        ...{ schedule_reference_id: schedule.snapshot().schedule_reference_id, use_case },
        ...{ amount: Number(amount), currency, speed, ...parties },
        ...{ start_date, recurrence, missed, end_on_failures },
        ...(account_statement_descriptor !== undefined && { account_statement_descriptor }),
        ...(subledger_reference_id !== undefined && { subledger_reference_id }),
      },
    });
    if (approval !== undefined) schedule.awaitApproval(approval.id);
  }

  /** Closes the approvals of schedules that have ended before they were decided. */
  async withdraw(schedules: readonly Schedule[]): Promise<void> {
    const ended = schedules
      .map((schedule) => schedule.snapshot())
      .filter(({ approval }) => approval?.status === 'withdrawn');
    await this.approvals.withdraw(
      'schedule',
      ended.map(({ id }) => id),
    );
  }

  async resolve(decided: readonly DecidedApproval[]): Promise<void> {
    const { now, at } = await this.bankingTime.read();
    const statuses = new Map(decided.map(({ subject_id, status }) => [subject_id, status]));
    const schedules = await this.schedules.lock([...statuses.keys()]);
    for (const schedule of schedules) schedule.decide(statuses.get(schedule.snapshot().id)!, { now, at });
    await this.schedules.save(schedules);
    // Due now, so that the task of a schedule that has ended does not wait for its next date.
    await this.tasks.schedule(
      schedules.map((schedule) => ({ queue: scheduleQueues.runs, subjectId: schedule.snapshot().id })),
    );
  }
}
