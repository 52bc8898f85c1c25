import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import type { UserState } from '../domain/credentials.js';
import { startFamily } from '../domain/refresh-family.js';
import { RefreshFamilies } from './ports.js';
import { UserSession } from './user-session.js';
import type { SessionGrant } from './user-session.js';

/** Starts a family of refresh tokens for an authenticated user. */
@Injectable()
export class StartSession {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly families: RefreshFamilies,
    private readonly audit: Audit,
    private readonly session: UserSession,
    private readonly clock: Clock,
  ) {}

  async execute(user: UserState): Promise<SessionGrant> {
    const { enterprise_id, name } = user;
    Object.assign(workContext.get(), { tenant: await this.enterprises.get(enterprise_id), actor: name });
    const family = startFamily({ enterprise_id, id: newId(), user_name: name }, this.clock.now());
    await this.unitOfWork.run(async () => {
      await this.families.add(family);
      await this.audit.record({ action: 'user.logged_in', subject_type: 'user', subject_id: name });
    });
    return this.session.grant(user, family);
  }
}
