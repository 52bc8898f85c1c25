import { Injectable } from '@nestjs/common';
import type { EnterpriseSettings } from '@payments/observability';
import { MakesChanges } from '@payments/persistence';
import type { ChangeMaker, ControlChange } from '@payments/persistence';
import { ChangeUserRole } from '../../application/change-user-role.js';
import { EnableUser } from '../../application/enable-user.js';
import { UpdateSettings } from '../../application/update-settings.js';
import type { UserRole } from '../../domain/scopes.js';

/** Makes approved changes of settings. */
@MakesChanges({ of: 'settings' })
@Injectable()
export class SettingsChanges implements ChangeMaker {
  constructor(private readonly updateSettings: UpdateSettings) {}

  make({ content }: ControlChange): Promise<unknown> {
    return this.updateSettings.execute(content as Partial<EnterpriseSettings>);
  }
}

/** Makes approved changes of users who may approve. */
@MakesChanges({ of: 'user' })
@Injectable()
export class UserChanges implements ChangeMaker {
  constructor(
    private readonly enableUser: EnableUser,
    private readonly changeUserRole: ChangeUserRole,
  ) {}

  make({ action, id, content }: ControlChange): Promise<unknown> {
    const { role } = content as { readonly role: UserRole };
    return action === 'enable' ? this.enableUser.execute(id!, role) : this.changeUserRole.execute(id!, role);
  }
}
