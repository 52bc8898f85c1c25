import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { DualControl } from '@payments/persistence';
import type { Changed } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { APPROVERS } from '../domain/scopes.js';
import type { UserRole } from '../domain/scopes.js';
import { ChangeUserRole } from './change-user-role.js';
import { EnableUser } from './enable-user.js';
import { Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

/**
 * Enables portal users and changes their roles. While dual control is on, another administrator approves it of users who may
 * approve then. Taking rights away needs no approval.
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
      const isChange = user.disabled_at !== undefined && APPROVERS.includes(user.role);
      const change = { change: 'user', action: 'enable', id: name, content: { role: user.role } } as const;
      const approval = isChange ? await this.dualControl.demand(change) : undefined;
      return approval === undefined ? { value: await this.enableUser.execute(name) } : { value: user, approval };
    });
  }

  /** @throws as `ChangeUserRole` */
  changeRole(name: string, role: UserRole): Promise<Changed<UserView>> {
    return this.unitOfWork.run(async () => {
      const user = await this.existing(name);
      const isChange = user.role !== role && APPROVERS.includes(role);
      const approval = isChange
        ? await this.dualControl.demand({ change: 'user', action: 'change_role', id: name, content: { role } })
        : undefined;
      return approval === undefined
        ? { value: await this.changeUserRole.execute(name, role) }
        : { value: user, approval };
    });
  }

  private async existing(name: string): Promise<UserView> {
    const user = await this.users.get(name);
    if (user === undefined) throw portalErrors.unknown_id();
    return toUserView(user);
  }
}
