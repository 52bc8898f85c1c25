import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { changeUser, NO_PASSWORD_REQUEST, NO_TOTP } from '../domain/credentials.js';
import type { NewUserView } from './create-user.js';
import { newPassword } from './names.js';
import { Passwords, Users } from './ports.js';
import { toUserView } from './user.view.js';

/** Gives a portal user a new password to be changed, removes the second factor, and ends the user's sessions. */
@Injectable()
export class ResetUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
  ) {}

  /** @throws unknown_id, own_user */
  async execute(name: string): Promise<NewUserView> {
    const password = newPassword();
    const password_hash = await this.passwords.hash(password);
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      if (name === workContext.get().actor) throw portalErrors.own_user();
      const reset = changeUser(user, { password_hash, must_change_password: true, ...NO_TOTP, ...NO_PASSWORD_REQUEST });
      const [before, after] = [toUserView(user), toUserView(reset)];
      await this.users.save(reset);
      await this.audit.record({ action: 'user.reset', subject_type: 'user', subject_id: name, before, after });
      return { user: after, password };
    });
  }
}
