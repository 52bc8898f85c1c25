import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import type { Changed, ControlChange } from '@payments/persistence';
import { isSatisfiable } from '../domain/approver.js';
import { approvalErrors, limitErrors, MOST_LIMITS } from '../domain/controls.errors.js';
import { countsFrom } from '../domain/limit.js';
import type { Limit, LimitContent } from '../domain/limit.js';
import { ruleOf } from './judge-limits.js';
import { ControlledChanges } from './controlled-changes.js';
import type { ApprovedChange } from './controlled-changes.js';
import { LimitCache } from './limit-cache.js';
import { ApproverDirectory, Limits } from './ports.js';

/** What takes the place of another. */
interface Replacement {
  readonly id: string;
  readonly content: LimitContent;
  readonly approved?: ApprovedChange;
}

/** Limits of the current tenant. While dual control is on, changes wait for an approval. A change holds for what is judged afterwards. */
@Injectable()
export class ManageLimits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: Limits,
    private readonly directory: ApproverDirectory,
    private readonly cache: LimitCache,
    private readonly changes: ControlledChanges,
    private readonly clock: Clock,
  ) {}

  list(): Promise<readonly Limit[]> {
    return this.unitOfWork.read(() => this.limits.list());
  }

  /** @throws unknown_id */
  get(id: string): Promise<Limit> {
    return this.unitOfWork.read(async () => existing(await this.limits.list(), id));
  }

  /** @throws duplicate_name, too_many_limits, missing_max_amount, invalid_max_count, invalid_who, not_enough_approvers */
  create(user: string, content: LimitContent, approved?: ApprovedChange): Promise<Changed<Limit>> {
    return this.unitOfWork.run(async () => {
      const all = await this.limits.lock();
      if (all.length >= MOST_LIMITS) throw limitErrors.too_many_limits();
      const now = this.clock.now();
      const id = approved?.id ?? newId();
      const limit = {
        ...content,
        id,
        counts_from: now,
        version: 1,
        created_at: now,
        updated_at: now,
        updated_by: user,
      };
      await this.assertUsable(limit, all);
      const approval = approved === undefined ? await this.demand('create', { id, content }) : undefined;
      if (approval !== undefined) return { value: limit, approval };
      await this.limits.add(limit);
      await this.recorded('limit.created', limit.id, { after: content });
      return { value: limit };
    });
  }

  /** What is used stays counted. @throws unknown_id, and as `create` */
  replace(user: string, { id, content, approved }: Replacement): Promise<Changed<Limit>> {
    return this.unitOfWork.run(async () => {
      const all = await this.limits.lock();
      const before = existing(all, id);
      const { version, created_at } = before;
      if (approved !== undefined && approved.version !== version) throw approvalErrors.change_not_possible();
      const now = this.clock.now();
      const counts_from = countsFrom(before, content, now);
      const made = { id: before.id, version: version + 1, counts_from, created_at, updated_at: now, updated_by: user };
      const limit = { ...content, ...made };
      await this.assertUsable(limit, all);
      const change = { id: before.id, version, content };
      const approval = approved === undefined ? await this.demand('replace', change) : undefined;
      if (approval !== undefined) return { value: before, approval };
      await this.limits.replace(limit);
      await this.recorded('limit.changed', limit.id, { before: contentOf(before), after: content });
      return { value: limit };
    });
  }

  /** @throws unknown_id, still_enabled */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = existing(await this.limits.lock(), id);
      if (before.enabled && (await this.changes.needApproval())) throw limitErrors.still_enabled();
      await this.limits.remove(before.id);
      await this.recorded('limit.deleted', before.id, { before: contentOf(before) });
    });
  }

  private demand(action: 'create' | 'replace', change: Pick<ControlChange, 'id' | 'version' | 'content'>) {
    return this.changes.demand({ change: 'limit', action, ...change });
  }

  private async assertUsable(limit: Limit, all: readonly Limit[]): Promise<void> {
    if (all.some(({ id, name }) => id !== limit.id && name === limit.name)) throw limitErrors.duplicate_name();
    if (limit.max_amount === null && (limit.max_count === null || limit.window === 'transfer')) {
      throw limitErrors.missing_max_amount();
    }
    if (limit.max_count !== null && limit.window === 'transfer') throw limitErrors.invalid_max_count();
    if (limit.who !== null && (limit.per === 'enterprise' || (limit.per === 'account' && !isUuid(limit.who)))) {
      throw limitErrors.invalid_who();
    }
    if (!limit.enabled || limit.action === 'refuse') return;
    if (!isSatisfiable(ruleOf(limit), await this.directory.all())) throw limitErrors.not_enough_approvers();
  }

  private recorded(action: string, id: string, change: { before?: object; after?: object }): Promise<void> {
    this.cache.forgetAfterCommit();
    return this.changes.record({ action, subject_type: 'limit', subject_id: id, ...change });
  }
}

function existing(all: readonly Limit[], id: string): Limit {
  const found = isUuid(id) ? all.find((each) => each.id === id.toLowerCase()) : undefined;
  if (found === undefined) throw limitErrors.unknown_id();
  return found;
}

function contentOf({
  id: _,
  version: __,
  counts_from,
  created_at,
  updated_at,
  updated_by,
  ...content
}: Limit): LimitContent {
  void [counts_from, created_at, updated_at, updated_by];
  return content;
}
