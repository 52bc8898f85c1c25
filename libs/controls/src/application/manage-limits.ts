import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { isSatisfiable } from '../domain/approver.js';
import { limitErrors, MOST_LIMITS } from '../domain/controls.errors.js';
import type { Limit, LimitContent } from '../domain/limit.js';
import { ruleOf } from './judge-limits.js';
import { LimitCache } from './limit-cache.js';
import { ApproverDirectory, Limits } from './ports.js';

/** Limits of the current tenant. A change holds for what is judged afterwards. */
@Injectable()
export class ManageLimits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: Limits,
    private readonly directory: ApproverDirectory,
    private readonly cache: LimitCache,
    private readonly audit: Audit,
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
  create(user: string, content: LimitContent): Promise<Limit> {
    return this.unitOfWork.run(async () => {
      const all = await this.limits.lock();
      if (all.length >= MOST_LIMITS) throw limitErrors.too_many_limits();
      const now = this.clock.now();
      const limit = { ...content, id: newId(), version: 1, created_at: now, updated_at: now, updated_by: user };
      await this.assertUsable(limit, all);
      await this.limits.add(limit);
      await this.recorded('limit.created', limit.id, { after: content });
      return limit;
    });
  }

  /** What is used stays counted. @throws unknown_id, and as `create` */
  replace(user: string, id: string, content: LimitContent): Promise<Limit> {
    return this.unitOfWork.run(async () => {
      const all = await this.limits.lock();
      const before = existing(all, id);
      const { version, created_at } = before;
      const now = this.clock.now();
      const limit = { ...content, id: before.id, version: version + 1, created_at, updated_at: now, updated_by: user };
      await this.assertUsable(limit, all);
      await this.limits.replace(limit);
      await this.recorded('limit.changed', limit.id, { before: contentOf(before), after: content });
      return limit;
    });
  }

  /** @throws unknown_id */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = existing(await this.limits.lock(), id);
      await this.limits.remove(before.id);
      await this.recorded('limit.deleted', before.id, { before: contentOf(before) });
    });
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
    return this.audit.record({ action, subject_type: 'limit', subject_id: id, ...change });
  }
}

function existing(all: readonly Limit[], id: string): Limit {
  const found = isUuid(id) ? all.find((each) => each.id === id.toLowerCase()) : undefined;
  if (found === undefined) throw limitErrors.unknown_id();
  return found;
}

function contentOf({ id: _, version: __, created_at, updated_at, updated_by, ...content }: Limit): LimitContent {
  void [created_at, updated_at, updated_by];
  return content;
}
