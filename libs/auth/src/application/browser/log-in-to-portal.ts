import { Injectable } from '@nestjs/common';
import { logInErrors } from '../../domain/auth.errors.js';
import { hasMfa } from '../../domain/credentials.js';
import { StartSession } from '../start-session.js';
import { VerifyPassword } from '../verify-password.js';
import type { LogIn } from '../verify-password.js';
import { BrowserSession } from './browser-session.js';
import type { BrowserSessionGrant } from './browser-session.js';
import { MfaChallenges } from './mfa-challenges.js';
import type { MfaView } from './mfa-challenges.js';

export interface BrowserLogIn extends LogIn {
  /** What the browser calls itself. */
  readonly agent?: string;
}

/** A session, or for a user with a second factor what the code is sent with. */
export type BrowserLogInResult = BrowserSessionGrant | { readonly mfa: MfaView };

/**
 * Starts a session of the portal by name and password.
 * @throws unauthorized, the same for an unknown name, a wrong password and a disabled user; too_many_requests.
 */
@Injectable()
export class LogInToPortal {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly startSession: StartSession,
    private readonly challenges: MfaChallenges,
    private readonly session: BrowserSession,
  ) {}

  async execute({ agent, ...attempt }: BrowserLogIn): Promise<BrowserLogInResult> {
    const user = await this.verifyPassword.execute(attempt);
    if (user === undefined) throw logInErrors.unauthorized();
    if (hasMfa(user)) return { mfa: this.challenges.create(user) };
    const family = await this.startSession.execute(user, { kind: 'portal', methods: ['pwd'], ...(agent && { agent }) });
    return this.session.grant(user, family);
  }
}
