import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { hasMfa } from '../../domain/credentials.js';
import type { UserState } from '../../domain/credentials.js';
import { Guesses } from '../guesses.js';
import { SecondFactors, Users } from '../ports.js';

const TOTP = /^\d{6}$/;

/**
 * What is guessed with codes, over all addresses: a code has only six digits. Only someone who knows the password can lock out the
 * owner of a name.
 */
export function codesOf(name: string): string {
  return `second-factor|${name}`;
}

/** Checks a code of a user's second factor, from the app or a recovery code, and spends it. */
@Injectable()
export class VerifyCode {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly factors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * The user, of the current tenant; undefined when the code is wrong or spent, or the user has no second factor.
   * @throws too_many_requests
   */
  async execute(name: string, code: string): Promise<UserState | undefined> {
    return this.guesses.judge(codesOf(name), () => this.unitOfWork.run(() => this.spend(name, code)));
  }

  private async spend(name: string, code: string): Promise<UserState | undefined> {
    const user = await this.users.lock(name);
    if (user === undefined || !hasMfa(user)) return undefined;
    const spent = TOTP.test(code) ? await this.spendStep(user, code) : await this.spendRecovery(user, code);
    if (spent !== undefined) await this.users.save(spent);
    return spent;
  }

  private async spendStep(user: UserState, code: string): Promise<UserState | undefined> {
    const { enterprise_id, name, totp_secret, totp_last_step } = user;
    const step = await this.factors.stepOf({ enterprise_id, name, totp_secret: totp_secret! }, code, this.clock.now());
    const isNew = step !== undefined && step > (totp_last_step ?? 0);
    return isNew ? { ...user, totp_last_step: step } : undefined;
  }

  private async spendRecovery(user: UserState, code: string): Promise<UserState | undefined> {
    const hash = this.factors.recoveryHash(user, code);
    const left = user.recovery_hashes.filter((known) => !known.equals(hash));
    if (left.length === user.recovery_hashes.length) return undefined;
    const subject = { subject_type: 'user', subject_id: user.name };
    await this.audit.record({ action: 'user.recovery_code_used', ...subject, after: { left: left.length } });
    return { ...user, recovery_hashes: left };
  }
}
