import { Injectable } from '@nestjs/common';
import type { UserState } from '../domain/credentials.js';
import { AuditLockOut } from './audit-lock-out.js';
import { PasswordGuesses } from './password-guesses.js';
import type { LoginAttempt } from './password-guesses.js';
import { Passwords, Users } from './ports.js';

export interface LogIn extends LoginAttempt {
  readonly password: string;
}

/** Checks the name and password of a user, within the limits on guessing. */
@Injectable()
export class VerifyPassword {
  constructor(
    private readonly guesses: PasswordGuesses,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly auditLockOut: AuditLockOut,
  ) {}

  /** Undefined for an unknown name, a wrong password and a disabled user alike. @throws too_many_requests */
  async execute({ password, ...attempt }: LogIn): Promise<UserState | undefined> {
    return this.guesses.judge(attempt, async (isLast) => {
      const user = await this.users.find(attempt.name);
      const isRight = await this.passwords.matches(password, user?.password_hash);
      if (isRight && user !== undefined && user.disabled_at === null) return user;
      if (isLast && user !== undefined) this.auditLockOut.recordLater(user);
      return undefined;
    });
  }
}
