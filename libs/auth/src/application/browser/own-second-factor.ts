import { Injectable } from '@nestjs/common';
import { Clock, DomainError, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { authErrors, mfaErrors } from '../../domain/auth.errors.js';
import { hasMfa, NO_TOTP } from '../../domain/credentials.js';
import type { UserState } from '../../domain/credentials.js';
import type { Principal } from '../authenticate-bearer.js';
import { Guesses } from '../guesses.js';
import { SecondFactors, Users } from '../ports.js';
import type { NewSecondFactor } from '../ports.js';
import { ChangeOwnUser } from './change-own-user.js';
import type { ContinuedSession } from './change-own-user.js';
import { codesOf } from './verify-code.js';

/** The second factor of the caller: a secret, which counts once a code has shown that the app has it. */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly factors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly changeOwnUser: ChangeOwnUser,
    private readonly clock: Clock,
  ) {}

  /** Replaces a secret that was not confirmed. @throws mfa_already_enrolled */
  begin({ subject }: Principal): Promise<NewSecondFactor['shown']> {
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(subject.name);
      if (user === undefined) throw authErrors.unauthorized();
      if (hasMfa(user)) throw mfaErrors.mfa_already_enrolled();
      const { shown, ...stored } = await this.factors.create(user, workContext.tenant().enterpriseName);
      await this.users.save({ ...user, ...NO_TOTP, ...stored });
      return shown;
    });
  }

  /** @throws mfa_not_enrolled, mfa_already_enrolled, invalid_code, too_many_requests */
  async confirm(principal: Principal, code: string): Promise<ContinuedSession> {
    const change = (user: UserState) => this.confirmed(user, code);
    const methods = ['pwd', 'otp'] as const;
    const confirmed = await this.guesses.judge(codesOf(principal.subject.name), () =>
      this.changeOwnUser.execute(principal, { action: 'user.mfa_enrolled', change, methods }).catch(wrongCode),
    );
    if (confirmed === undefined) throw mfaErrors.invalid_code();
    return confirmed;
  }

  /** @throws mfa_not_enrolled */
  remove(principal: Principal): Promise<ContinuedSession> {
    const change = (user: UserState) => {
      if (!hasMfa(user)) throw mfaErrors.mfa_not_enrolled();
      return NO_TOTP;
    };
    return this.changeOwnUser.execute(principal, { action: 'user.mfa_removed', change });
  }

  private async confirmed(user: UserState, code: string): Promise<Partial<UserState>> {
    const { enterprise_id, name, totp_secret } = user;
    if (hasMfa(user)) throw mfaErrors.mfa_already_enrolled();
    if (totp_secret === null) throw mfaErrors.mfa_not_enrolled();
    const now = this.clock.now();
    const step = await this.factors.stepOf({ enterprise_id, name, totp_secret }, code, now);
    if (step === undefined) throw mfaErrors.invalid_code();
    return { totp_confirmed_at: now, totp_last_step: step };
  }
}

/** @throws the error, unless it says that the code was wrong */
function wrongCode(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'invalid_code') return undefined;
  throw error;
}
