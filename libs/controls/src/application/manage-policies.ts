import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import type { Changed, ControlChange } from '@payments/persistence';
import { isSatisfiable } from '../domain/approver.js';
import { approvalErrors, MOST_POLICIES, policyErrors } from '../domain/controls.errors.js';
import { isApplicable } from '../domain/policy.js';
import type { Policy, PolicyContent } from '../domain/policy.js';
import { ControlledChanges } from './controlled-changes.js';
import type { ApprovedChange } from './controlled-changes.js';
import { PolicyCache } from './policy-cache.js';
import { ApproverDirectory, Policies } from './ports.js';

/** What takes the place of another. */
interface Replacement {
  readonly id: string;
  readonly content: PolicyContent;
  readonly approved?: ApprovedChange;
}

/** Policies of the current tenant. While dual control is on, changes wait for an approval. A change holds for what is judged afterwards. */
@Injectable()
export class ManagePolicies {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly policies: Policies,
    private readonly directory: ApproverDirectory,
    private readonly cache: PolicyCache,
    private readonly changes: ControlledChanges,
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
  create(user: string, content: PolicyContent, approved?: ApprovedChange): Promise<Changed<Policy>> {
    return this.unitOfWork.run(async () => {
      const all = await this.policies.lock();
      if (all.length >= MOST_POLICIES) throw policyErrors.too_many_policies();
      const now = this.clock.now();
      const id = approved?.id ?? newId();
      const policy = { ...content, id, version: 1, created_at: now, updated_at: now, updated_by: user };
      await this.assertUsable(policy, all);
      const approval = approved === undefined ? await this.demand('create', { id, content }) : undefined;
      if (approval !== undefined) return { value: policy, approval };
      await this.policies.add(policy);
      await this.recorded('policy.created', policy.id, { after: content });
      return { value: policy };
    });
  }

  /** @throws unknown_id, duplicate_name, conditions_do_not_apply, not_enough_approvers */
  replace(user: string, { id, content, approved }: Replacement): Promise<Changed<Policy>> {
    return this.unitOfWork.run(async () => {
      const all = await this.policies.lock();
      const before = existing(all, id);
      const { version, created_at } = before;
      if (approved !== undefined && approved.version !== version) throw approvalErrors.change_not_possible();
      const now = this.clock.now();
      const policy = { ...content, id: before.id, version: version + 1, created_at, updated_at: now, updated_by: user };
      await this.assertUsable(policy, all);
      const change = { id: before.id, version, content };
      const approval = approved === undefined ? await this.demand('replace', change) : undefined;
      if (approval !== undefined) return { value: before, approval };
      await this.policies.replace(policy);
      await this.recorded('policy.changed', policy.id, { before: contentOf(before), after: content });
      return { value: policy };
    });
  }

  /** Approvals that were requested under it stay as they are. @throws unknown_id, still_enabled */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = existing(await this.policies.lock(), id);
      if (before.enabled && (await this.changes.needApproval())) throw policyErrors.still_enabled();
      await this.policies.remove(before.id);
      await this.recorded('policy.deleted', before.id, { before: contentOf(before) });
    });
  }

  private demand(action: 'create' | 'replace', change: Pick<ControlChange, 'id' | 'version' | 'content'>) {
    return this.changes.demand({ change: 'policy', action, ...change });
  }

  private async assertUsable(policy: Policy, all: readonly Policy[]): Promise<void> {
    if (all.some(({ id, name }) => id !== policy.id && name === policy.name)) throw policyErrors.duplicate_name();
    if (!isApplicable(policy)) throw policyErrors.conditions_do_not_apply();
    if (!policy.enabled) return;
    if (!isSatisfiable(policy, await this.directory.all())) throw policyErrors.not_enough_approvers();
  }

  private recorded(action: string, id: string, change: { before?: object; after?: object }): Promise<void> {
    this.cache.forgetAfterCommit();
    return this.changes.record({ action, subject_type: 'policy', subject_id: id, ...change });
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
