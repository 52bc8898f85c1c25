import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { Approvals, shownOf } from '@payments/persistence';
import type { DecidedApproval, Hidden } from '@payments/persistence';
import { BankingTime, OpenTransfers } from '@payments/transfers';
import type { TransferOrder } from '@payments/transfers';
import type { ScheduleState } from '../domain/schedule-state.js';
import type { Schedule } from '../domain/schedule.js';
import { Schedules } from './ports.js';
import { scheduleQueues } from './queues.js';

const NEXT = 'it follows from the rule and the start';
const RECORD = 'it is a record of what has happened, and decides nothing';

/** Approvers see every other field of a schedule. */
const HIDDEN: Hidden<ScheduleState> = {
  source: 'it is shown with the details of its account',
  destination: 'it is shown with the details of its account',
  id: 'the approval shows it as subject_id',
  created_by: 'the approval shows it as requested_by',
  owner: 'it decides who may approve, not what is paid',
  approval: 'it is this approval',
  next_date: NEXT,
  next_run_at: NEXT,
  next_payment_date: NEXT,
  status: RECORD,
  paused_at: RECORD,
  ended_at: RECORD,
  end_reason: RECORD,
  made: RECORD,
  refused: RECORD,
  skipped: RECORD,
  failures: RECORD,
  unjudged_transfer_id: RECORD,
  last_occurrence: RECORD,
  sequence: RECORD,
  version: RECORD,
  created_at: RECORD,
  updated_at: RECORD,
};

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
    const state = schedule.snapshot();
    const { id, amount, speed, metadata } = state;
    const { use_case, parties } = await this.openTransfers.resolve(order);
    const approval = await this.approvals.demand({
      ...{ type: 'schedule', id, maker: order.maker },
      facts: { amount, use_case, speed, metadata, origin: order.maker.origin },
      shown: { ...shownOf(state, HIDDEN), use_case, ...parties },
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
