import { Injectable } from '@nestjs/common';
import { ResolvesApprovals } from '@payments/persistence';
import type { ApprovalResolver, DecidedApproval } from '@payments/persistence';
import { ScheduleApprovals } from '../../application/schedule-approvals.js';

/** Schedules begin once they are approved. */
@ResolvesApprovals({ subject_type: 'schedule' })
@Injectable()
export class ScheduleResolver implements ApprovalResolver {
  constructor(private readonly scheduleApprovals: ScheduleApprovals) {}

  resolve(decided: readonly DecidedApproval[]): Promise<void> {
    return this.scheduleApprovals.resolve(decided);
  }
}
