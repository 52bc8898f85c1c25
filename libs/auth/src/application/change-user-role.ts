import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { changeUser } from '../domain/credentials.js';
import { USER_MANAGERS } from '../domain/scopes.js';
import type { UserRole } from '../domain/scopes.js';
import { Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

/** Gives a portal user another role, and ends the user's sessions. The same role is a no-op. */
@Injectable()
export class ChangeUserRole {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly audit: Audit,
  ) {}

  /** @throws unknown_id, own_user, last_administrator */
  execute(name: string, role: UserRole): Promise<UserView> {
    return this.unitOfWork.run(async () => {
      // Locked before the user: two administrators who demote each other wait here instead of deadlocking.
      const managers = await this.users.lockEnabled(USER_MANAGERS);
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      if (name === workContext.get().actor) throw portalErrors.own_user();
      const before = toUserView(user);
      if (user.role === role) return before;
      const isLast = managers.length === 1 && managers[0]!.name === name;
      if (isLast && !USER_MANAGERS.includes(role)) throw portalErrors.last_administrator();
      const changed = changeUser(user, { role });
      const after = toUserView(changed);
      await this.users.save(changed);
      await this.audit.record({ action: 'user.role_changed', subject_type: 'user', subject_id: name, before, after });
      return after;
    });
  }
}
