import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { isSatisfiable } from '../domain/approver.js';
import { ruleOf } from './judge-limits.js';
import { ApproverDirectory, Limits, Policies } from './ports.js';

/** Finds the enabled policies, and limits that hold, whose approvals too few users may give: users come and go. */
@Injectable()
export class FindUnsatisfiable {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly policies: Policies,
    private readonly limits: Limits,
    private readonly directory: ApproverDirectory,
  ) {}

  /** Their names, as approvals show them. */
  execute(): Promise<readonly string[]> {
    return this.unitOfWork.run(async () => {
      const policies = (await this.policies.list()).filter(({ enabled }) => enabled);
      const limits = (await this.limits.list()).filter(({ enabled, action }) => enabled && action === 'hold');
      const users = await this.directory.all();
      const asking = [...policies, ...limits.map(ruleOf)];
      return asking.filter((each) => !isSatisfiable(each, users)).map(({ name }) => name);
    });
  }
}
