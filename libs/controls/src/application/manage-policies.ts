import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { isSatisfiable } from '../domain/approver.js';
import { MOST_POLICIES, policyErrors } from '../domain/controls.errors.js';
import { isApplicable } from '../domain/policy.js';
import type { Policy, PolicyContent } from '../domain/policy.js';
import { PolicyCache } from './policy-cache.js';
import { ApproverDirectory, Policies } from './ports.js';

/** Policies of the current tenant. A change holds for what is judged afterwards. */
@Injectable()
export class ManagePolicies {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly policies: Policies,
    private readonly directory: ApproverDirectory,
    private readonly cache: PolicyCache,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(): Promise<readonly Policy[]> {
    return this.unitOfWork.read(() => this.policies.list());
  }

  /** @throws unknown_id */
  get(id: string): Promise<Policy> {
    return this.unitOfWork.read(async () => existing(await this.policies.list(), id));
  }

  /** @throws duplicate_name, too_many_policies, conditions_do_not_apply, not_enough_approvers */
  create(user: string, content: PolicyContent): Promise<Policy> {
    return this.unitOfWork.run(async () => {
      const all = await this.policies.lock();
      if (all.length >= MOST_POLICIES) throw policyErrors.too_many_policies();
      const now = this.clock.now();
      const policy = { ...content, id: newId(), version: 1, created_at: now, updated_at: now, updated_by: user };
      await this.assertUsable(policy, all);
      await this.policies.add(policy);
      await this.recorded('policy.created', policy.id, { after: content });
      return policy;
    });
  }

  /** @throws unknown_id, duplicate_name, conditions_do_not_apply, not_enough_approvers */
  replace(user: string, id: string, content: PolicyContent): Promise<Policy> {
    return this.unitOfWork.run(async () => {
      const all = await this.policies.lock();
      const before = existing(all, id);
      const { version, created_at } = before;
      const now = this.clock.now();
      const policy = { ...content, id: before.id, version: version + 1, created_at, updated_at: now, updated_by: user };
      await this.assertUsable(policy, all);
      await this.policies.replace(policy);
      await this.recorded('policy.changed', policy.id, { before: contentOf(before), after: content });
      return policy;
    });
  }

  /** Approvals that were requested under it stay as they are. @throws unknown_id */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = existing(await this.policies.lock(), id);
      await this.policies.remove(before.id);
      await this.recorded('policy.deleted', before.id, { before: contentOf(before) });
    });
  }

  private async assertUsable(policy: Policy, all: readonly Policy[]): Promise<void> {
    if (all.some(({ id, name }) => id !== policy.id && name === policy.name)) throw policyErrors.duplicate_name();
    if (!isApplicable(policy)) throw policyErrors.conditions_do_not_apply();
    if (!policy.enabled) return;
    if (!isSatisfiable(policy, await this.directory.all())) throw policyErrors.not_enough_approvers();
  }

  private recorded(action: string, id: string, change: { before?: object; after?: object }): Promise<void> {
    this.cache.forgetAfterCommit();
    return this.audit.record({ action, subject_type: 'policy', subject_id: id, ...change });
  }
}

function existing(all: readonly Policy[], id: string): Policy {
  const found = isUuid(id) ? all.find((each) => each.id === id.toLowerCase()) : undefined;
  if (found === undefined) throw policyErrors.unknown_id();
  return found;
}

function contentOf({ id: _, version: __, created_at, updated_at, updated_by, ...content }: Policy): PolicyContent {
  void [created_at, updated_at, updated_by];
  return content;
}
