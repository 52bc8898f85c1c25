import { Injectable } from '@nestjs/common';
import { PortalUsers } from '@payments/persistence';
import type { PortalUserFacts } from '@payments/persistence';
import { ROLE_SCOPES } from '../domain/scopes.js';
import { Users } from './ports.js';

/** Says who may do what in the portal. */
@Injectable()
export class EnabledUsers extends PortalUsers {
  constructor(private readonly users: Users) {
    super();
  }

  async enabled(): Promise<readonly PortalUserFacts[]> {
    const users = await this.users.list();
    return users
      .filter(({ disabled_at }) => disabled_at === null)
      .map(({ name, role }) => ({ name, role, scopes: ROLE_SCOPES[role] }));
  }
}
