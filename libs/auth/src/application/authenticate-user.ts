import { Injectable } from '@nestjs/common';
import { logInErrors } from '../domain/auth.errors.js';
import { hasMfa } from '../domain/credentials.js';
import { StartSession } from './start-session.js';
import { UserSession } from './user-session.js';
import type { SessionGrant } from './user-session.js';
import { VerifyPassword } from './verify-password.js';
import type { LogIn } from './verify-password.js';

/**
 * Exchanges a portal user's name and password for an access token and a refresh token.
 * @throws unauthorized, the same for an unknown name, a wrong password and a disabled user; mfa_required for a user whose
 *   password alone is not enough; too_many_requests.
 */
@Injectable()
export class AuthenticateUser {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly startSession: StartSession,
    private readonly session: UserSession,
  ) {}

  async execute(attempt: LogIn): Promise<SessionGrant> {
    const user = await this.verifyPassword.execute(attempt);
    if (user === undefined) throw logInErrors.unauthorized();
    if (hasMfa(user)) throw logInErrors.mfa_required();
    const family = await this.startSession.execute(user, { kind: 'api', methods: ['pwd'] });
    return this.session.grant(user, family);
  }
}
