import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { BankingMoment } from '@payments/transfers';
import { Approval } from '../domain/approval.js';
import type { ApprovalState, Demand } from '../domain/approval.js';
import { digestOf } from './digest.js';
import { ApprovalRecords } from './ports.js';
import { controlsQueues } from './queues.js';

/** Writes approvals with the tasks that expire them. In the current unit of work. */
@Injectable()
export class RequestApprovals {
  constructor(
    private readonly approvals: ApprovalRecords,
    private readonly tasks: Tasks,
  ) {}

  async execute(demands: readonly Omit<Demand, 'digest'>[], time: BankingMoment): Promise<readonly ApprovalState[]> {
    if (demands.length === 0) return [];
    const approvals = demands.map((demand) => {
      const digest = digestOf(demand.subject);
      return Approval.request({ ...demand, digest }, { id: newId(), now: time.now, at: time.at });
    });
    await this.approvals.add(approvals);
    const states = approvals.map((approval) => approval.snapshot());
    await this.tasks.schedule(
      states.map(({ id, expires_at }) => ({
        queue: controlsQueues.expiry,
        subjectId: id,
        ...time.dueAt(expires_at),
      })),
    );
    return states;
  }
}
