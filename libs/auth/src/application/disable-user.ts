import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { changeUser, NO_PASSWORD_REQUEST } from '../domain/credentials.js';
import { USER_MANAGERS } from '../domain/scopes.js';
import { Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

/** Disables a portal user, whose link for a password no longer works. Disabling the user again is a no-op. */
@Injectable()
export class DisableUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id, last_administrator */
  execute(name: string): Promise<UserView> {
    return this.unitOfWork.run(async () => {
      // Locked before the user: two administrators who disable each other wait here instead of deadlocking.
      const managers = await this.users.lockEnabled(USER_MANAGERS);
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      const before = toUserView(user);
      if (user.disabled_at !== null) return before;
      if (managers.length === 1 && managers[0]!.name === name) throw portalErrors.last_administrator();
      const disabled = changeUser(user, { disabled_at: this.clock.now(), ...NO_PASSWORD_REQUEST });
      const after = toUserView(disabled);
      await this.users.save(disabled);
      await this.audit.record({ action: 'user.disabled', subject_type: 'user', subject_id: name, before, after });
      return after;
    });
  }
}
