import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { DualControl } from '@payments/persistence';
import type { Changed } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { APPROVERS, USER_MANAGERS } from '../domain/scopes.js';
import type { UserRole } from '../domain/scopes.js';
import { ChangeUserRole } from './change-user-role.js';
import { EnableUser } from './enable-user.js';
import { Users } from './ports.js';
import { userChange } from './user-change.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

/**
 * Enables portal users and changes their roles. While dual control is on, another administrator approves that a user is enabled,
 * whatever the role, and that one becomes able to approve. Taking rights away needs no approval.
 */
@Injectable()
export class ChangeApprovers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly enableUser: EnableUser,
    private readonly changeUserRole: ChangeUserRole,
    private readonly dualControl: DualControl,
  ) {}

  /** @throws as `EnableUser` */
  enable(name: string): Promise<Changed<UserView>> {
    return this.unitOfWork.run(async () => {
      const user = await this.existing(name);
      const isChange = user.disabled_at !== undefined;
      const approval = isChange ? await this.dualControl.demand(userChange('enable', user)) : undefined;
      return approval === undefined ? { value: await this.enableUser.execute(name) } : { value: user, approval };
    });
  }

  /** @throws as `ChangeUserRole` */
  changeRole(name: string, role: UserRole): Promise<Changed<UserView>> {
    return this.unitOfWork.run(async () => {
      const user = await this.existing(name);
      const isChange = user.role !== role && APPROVERS.includes(role);
      const approval = isChange ? await this.dualControl.demand(userChange('change_role', user, role)) : undefined;
      return approval === undefined
        ? { value: await this.changeUserRole.execute(name, role) }
        : { value: user, approval };
    });
  }

  private async existing(name: string): Promise<UserView> {
    // What needs no approval now must not need one once it is made.
    await this.users.lockEnabled(USER_MANAGERS);
    const user = await this.users.lock(name);
    if (user === undefined) throw portalErrors.unknown_id();
    return toUserView(user);
  }
}
