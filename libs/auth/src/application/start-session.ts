import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import type { UserState } from '../domain/credentials.js';
import { startFamily } from '../domain/refresh-family.js';
import type { NewFamily, RefreshFamily } from '../domain/refresh-family.js';
import { limitsOf } from '../domain/session-rules.js';
import { RefreshFamilies, Users } from './ports.js';

interface SessionStart extends Pick<NewFamily, 'kind' | 'methods'> {
  /** What the browser calls itself. */
  readonly agent?: string;
}

/** Starts a family of refresh tokens for an authenticated user. */
@Injectable()
export class StartSession {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly families: RefreshFamilies,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async execute(user: UserState, { kind, methods, agent }: SessionStart): Promise<RefreshFamily> {
    const { enterprise_id, name, version } = user;
    const tenant = await this.enterprises.get(enterprise_id);
    Object.assign(workContext.get(), { tenant, actor: name });
    const of = { enterprise_id, id: newId(), user_name: name, user_version: version, kind, methods };
    const origin = { address: workContext.get().remoteAddress ?? null, agent: agent ?? null };
    const family = startFamily({ ...of, ...origin }, limitsOf(kind, tenant.settings), this.clock.now());
    await this.unitOfWork.run(async () => {
      await this.families.add(family);
      await this.users.saveLastSeen(name, family.created_at);
      await this.audit.record({ action: 'user.logged_in', subject_type: 'user', subject_id: name });
    });
    return family;
  }
}
