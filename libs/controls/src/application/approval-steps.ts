import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { ApprovalResolvers } from '@payments/persistence';
import type { DecidedApproval } from '@payments/persistence';
import type { Approval, ApprovalState } from '../domain/approval.js';
import { ApprovalRecords } from './ports.js';
import { controlsQueues } from './queues.js';

/**
 * The only way to advance approvals: they are locked, the step runs, and its changes are written. What they were asked for
 * goes on once one is decided. All in the current unit of work.
 */
@Injectable()
export class ApprovalSteps {
  constructor(
    private readonly approvals: ApprovalRecords,
    private readonly resolvers: ApprovalResolvers,
    private readonly tasks: Tasks,
  ) {}

  async take<T>(ids: readonly string[], step: (approvals: readonly Approval[]) => T | Promise<T>): Promise<T> {
    const approvals = await this.approvals.lock(ids);
    const pending = approvals.filter(isPending);
    const result = await step(approvals);
    await this.approvals.save(approvals);
    const closed = pending.filter((approval) => !isPending(approval)).map((approval) => approval.snapshot());
    await this.resolve(closed);
    // Due now, so that the task of one that is closed does not wait for its expiry.
    const ended = closed.filter(({ status }) => status !== 'expired');
    await this.tasks.schedule(ended.map(({ id }) => ({ queue: controlsQueues.expiry, subjectId: id })));
    return result;
  }

  private async resolve(closed: readonly ApprovalState[]): Promise<void> {
    const decided = closed.filter(isDecided);
    for (const type of new Set(decided.map(({ subject_type }) => subject_type))) {
      await this.resolvers.of(type).resolve(decided.filter(({ subject_type }) => subject_type === type));
    }
  }
}

function isDecided(state: ApprovalState): state is ApprovalState & DecidedApproval {
  return state.status !== 'pending' && state.status !== 'withdrawn';
}

function isPending(approval: Approval): boolean {
  return approval.snapshot().status === 'pending';
}
