import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { ResumeTransfers } from '@payments/transfers';
import type { Approval } from '../domain/approval.js';
import { Approvals } from './ports.js';
import { controlsQueues } from './queues.js';

/**
 * The only way to advance approvals: they are locked, the step runs, and its changes are written. What they were asked for
 * goes on once one is decided. All in the current unit of work.
 */
@Injectable()
export class ApprovalSteps {
  constructor(
    private readonly approvals: Approvals,
    private readonly resumeTransfers: ResumeTransfers,
    private readonly tasks: Tasks,
  ) {}

  async take<T>(ids: readonly string[], step: (approvals: readonly Approval[]) => T | Promise<T>): Promise<T> {
    const approvals = await this.approvals.lock(ids);
    const pending = approvals.filter(isPending);
    const result = await step(approvals);
    await this.approvals.save(approvals);
    const closed = pending.filter((approval) => !isPending(approval)).map((approval) => approval.snapshot());
    const decided = closed.filter(({ status }) => status !== 'withdrawn');
    if (decided.length > 0) await this.resumeTransfers.resume(decided.map(({ subject_id }) => subject_id));
    // Due now, so that the task of one that is closed does not wait for its expiry.
    const ended = closed.filter(({ status }) => status !== 'expired');
    await this.tasks.schedule(ended.map(({ id }) => ({ queue: controlsQueues.expiry, subjectId: id })));
    return result;
  }
}

function isPending(approval: Approval): boolean {
  return approval.snapshot().status === 'pending';
}
