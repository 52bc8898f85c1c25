import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { authErrors, mfaErrors, stepUpErrors } from '../../domain/auth.errors.js';
import { hasMfa } from '../../domain/credentials.js';
import type { UserState } from '../../domain/credentials.js';
import { isLive } from '../../domain/refresh-family.js';
import type { AuthenticationMethod } from '../../domain/refresh-family.js';
import type { Principal } from '../authenticate-bearer.js';
import { RefreshFamilies, Users } from '../ports.js';
import { VerifyPassword } from '../verify-password.js';
import { BrowserSession } from './browser-session.js';
import type { BrowserSessionView } from './browser-session.js';
import { VerifyCode } from './verify-code.js';

export interface StepUpProof {
  /** Enough for a user without a second factor. */
  readonly password?: string;
  readonly code?: string;
  readonly remote_address: string;
}

/** What a user has to give again: a code of the second factor, or the password where there is none. */
@Injectable()
export class StepUpProofs {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly verifyCode: VerifyCode,
  ) {}

  /** How the user is authenticated now. */
  async execute(user: UserState, { password, code, remote_address }: StepUpProof): Promise<AuthenticationMethod[]> {
    const { name } = user;
    if (!hasMfa(user) && password === undefined) throw stepUpErrors.missing_password();
    if (hasMfa(user) && code === undefined) throw stepUpErrors.missing_code();
    if (password !== undefined && !(await this.verifyPassword.execute({ name, password, remote_address }))) {
      throw stepUpErrors.invalid_password();
    }
    if (!hasMfa(user)) return ['pwd'];
    if ((await this.verifyCode.execute(name, code!)) === undefined) throw mfaErrors.invalid_code();
    return ['pwd', 'otp'];
  }
}

/**
 * Authenticates the user of a session again, before something that a token alone must not allow.
 * @throws session_required, missing_password, missing_code, invalid_password, invalid_code, too_many_requests
 */
@Injectable()
export class StepUp {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly families: RefreshFamilies,
    private readonly verify: StepUpProofs,
    private readonly session: BrowserSession,
    private readonly clock: Clock,
  ) {}

  async execute({ subject, session }: Principal, proof: StepUpProof): Promise<BrowserSessionView> {
    if (session?.kind !== 'portal') throw stepUpErrors.session_required();
    const known = await this.unitOfWork.run(() => this.users.get(subject.name));
    if (known === undefined) throw authErrors.unauthorized();
    const methods = await this.verify.execute(known, proof);
    return this.unitOfWork.run(async () => {
      const locked = await this.families.lock(session.id);
      const user = await this.users.get(subject.name);
      const isGone = locked === undefined || !isLive(locked.family, locked.now) || user?.version !== known.version;
      if (isGone || user === undefined) throw authErrors.unauthorized();
      const family = { ...locked.family, methods, authenticated_at: this.clock.now() };
      await this.families.save(family);
      return this.session.show(user, family);
    });
  }
}
