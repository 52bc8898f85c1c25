import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { changeUser } from '../domain/credentials.js';
import { Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

/** Enables a disabled portal user, whose earlier sessions stay ended. Enabling the user again is a no-op. */
@Injectable()
export class EnableUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly audit: Audit,
  ) {}

  /** @throws unknown_id */
  execute(name: string): Promise<UserView> {
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      const before = toUserView(user);
      if (user.disabled_at === null) return before;
      const enabled = changeUser(user, { disabled_at: null });
      const after = toUserView(enabled);
      await this.users.save(enabled);
      await this.audit.record({ action: 'user.enabled', subject_type: 'user', subject_id: name, before, after });
      return after;
    });
  }
}
