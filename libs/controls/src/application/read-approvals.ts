import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { approvalErrors } from '../domain/controls.errors.js';
import type { ApprovalView } from './approval.view.js';
import { ApproverDirectory, ApprovalRecords } from './ports.js';
import type { ApprovalFilter } from './ports.js';
import { ShowApprovals } from './show-approvals.js';

export interface ApprovalQuestion extends Omit<ApprovalFilter, 'open_to'> {
  /** Only what the caller may decide and has not decided. */
  readonly mine?: boolean;
}

/** Shows approvals. */
@Injectable()
export class ReadApprovals {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly approvals: ApprovalRecords,
    private readonly directory: ApproverDirectory,
    private readonly showApprovals: ShowApprovals,
  ) {}

  /** @throws unknown_id */
  get(id: string): Promise<ApprovalView> {
    return this.unitOfWork.read(async () => {
      const found = await this.approvals.find(id);
      if (found === undefined) throw approvalErrors.unknown_id();
      const [view] = await this.showApprovals.views([found]);
      return view!;
    });
  }

  /** Newest first. Nothing is a program's to decide. */
  list({ mine = false, ...filter }: ApprovalQuestion, caller: string): Promise<Page<ApprovalView>> {
    return this.unitOfWork.read(async () => {
      const open_to = mine ? await this.approver(caller) : undefined;
      if (mine && open_to === undefined) return { items: [] };
      const { items, ...rest } = await this.approvals.list({ ...filter, ...(open_to && { open_to }) });
      return { items: await this.showApprovals.views(items), ...rest };
    });
  }

  private async approver(caller: string): Promise<ApprovalFilter['open_to']> {
    return (await this.directory.all()).find(({ name, approves }) => approves && name === caller);
  }
}
