import { Injectable } from '@nestjs/common';
import { logInErrors } from '../domain/auth.errors.js';
import { AuditLockOut } from './audit-lock-out.js';
import { PasswordGuesses } from './password-guesses.js';
import type { LoginAttempt } from './password-guesses.js';
import { Passwords, Users } from './ports.js';
import { StartSession } from './start-session.js';
import type { SessionGrant } from './user-session.js';

export interface LogIn extends LoginAttempt {
  readonly password: string;
}

/**
 * Exchanges a portal user's name and password for an access token and a refresh token.
 * @throws unauthorized, the same for an unknown name, a wrong password and a disabled user; too_many_requests.
 */
@Injectable()
export class AuthenticateUser {
  constructor(
    private readonly guesses: PasswordGuesses,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly startSession: StartSession,
    private readonly auditLockOut: AuditLockOut,
  ) {}

  async execute({ password, ...attempt }: LogIn): Promise<SessionGrant> {
    await this.guesses.admit(attempt);
    const user = await this.users.find(attempt.name);
    const isRight = await this.passwords.matches(password, user?.password_hash);
    if (!isRight || user === undefined || user.disabled_at !== null) {
      const isLockedNow = await this.guesses.failed(attempt);
      if (isLockedNow && user !== undefined) this.auditLockOut.recordLater(user);
      throw logInErrors.unauthorized();
    }
    await this.guesses.succeeded(attempt);
    return this.startSession.execute(user);
  }
}
