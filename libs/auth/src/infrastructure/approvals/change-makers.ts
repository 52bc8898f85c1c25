import { Injectable } from '@nestjs/common';
import type { EnterpriseSettings } from '@payments/observability';
import { Enterprises, MakesChanges } from '@payments/persistence';
import type { ChangeMaker, ControlChange } from '@payments/persistence';
import { ChangeUserRole } from '../../application/change-user-role.js';
import { EnableUser } from '../../application/enable-user.js';
import { Users } from '../../application/ports.js';
import { replacedSettings } from '../../application/settings.view.js';
import { UpdateSettings } from '../../application/update-settings.js';
import { userChange } from '../../application/user-change.js';
import { toUserView } from '../../application/user.view.js';
import { USER_MANAGERS } from '../../domain/scopes.js';
import type { UserRole } from '../../domain/scopes.js';

/** Makes approved changes of settings. */
@MakesChanges({ of: 'settings' })
@Injectable()
export class SettingsChanges implements ChangeMaker {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly updateSettings: UpdateSettings,
  ) {}

  async replaced({ content }: ControlChange): Promise<object> {
    return replacedSettings(await this.enterprises.readSettings({ forChange: true }), content!);
  }

  make({ content }: ControlChange): Promise<unknown> {
    return this.updateSettings.execute(content as Partial<EnterpriseSettings>);
  }
}

/** Makes approved changes of users. */
@MakesChanges({ of: 'user' })
@Injectable()
export class UserChanges implements ChangeMaker {
  constructor(
    private readonly users: Users,
    private readonly enableUser: EnableUser,
    private readonly changeUserRole: ChangeUserRole,
  ) {}

  async replaced({ action, id }: ControlChange): Promise<object | undefined> {
    // In the order of `ChangeUserRole`.
    await this.users.lockEnabled(USER_MANAGERS);
    const user = await this.users.lock(id!);
    return user && userChange(action as 'enable' | 'change_role', toUserView(user)).before;
  }

  make({ action, id, content }: ControlChange): Promise<unknown> {
    const { role } = content as { readonly role: UserRole };
    return action === 'enable' ? this.enableUser.execute(id!) : this.changeUserRole.execute(id!, role);
  }
}
