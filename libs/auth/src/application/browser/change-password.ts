import { Injectable } from '@nestjs/common';
import { authErrors, passwordErrors } from '../../domain/auth.errors.js';
import { weaknessOf } from '../../domain/password-rules.js';
import type { Principal } from '../authenticate-bearer.js';
import { Passwords } from '../ports.js';
import { VerifyPassword } from '../verify-password.js';
import { ChangeOwnUser } from './change-own-user.js';
import type { ContinuedSession } from './change-own-user.js';

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly remote_address: string;
}

/** @throws invalid_current_password, invalid_new_password, too_many_requests */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly passwords: Passwords,
    private readonly changeOwnUser: ChangeOwnUser,
  ) {}

  async execute(principal: Principal, change: PasswordChange): Promise<ContinuedSession> {
    const { current_password: password, new_password, remote_address } = change;
    const { name } = principal.subject;
    const weakness = weaknessOf(new_password, name);
    if (weakness !== undefined) throw passwordErrors.invalid_new_password({ message: weakness });
    if (new_password === password) throw passwordErrors.invalid_new_password();
    const verified = await this.verifyPassword.execute({ name, password, remote_address });
    if (verified === undefined) throw passwordErrors.invalid_current_password();
    const password_hash = await this.passwords.hash(new_password);
    return this.changeOwnUser.execute(principal, {
      action: 'user.password_changed',
      change: (user) => {
        // Another change came first, such as a reset by an administrator.
        if (user.version !== verified.version) throw authErrors.unauthorized();
        return { password_hash, must_change_password: false };
      },
    });
  }
}
