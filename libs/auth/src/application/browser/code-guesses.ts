import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../../domain/auth.errors.js';
import { LOCK_OUT_MS, lockedSeconds } from '../../domain/lock-out.js';
import { LoginFailures } from '../ports.js';

/**
 * Limits guessing of codes, over all addresses: a code has only six digits. Only someone who knows the password can lock
 * out the owner of a name.
 */
@Injectable()
export class CodeGuesses {
  constructor(
    private readonly failures: LoginFailures,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws too_many_requests after ten wrong codes in 15 minutes */
  async admit(name: string): Promise<void> {
    const key = this.keyOf(name);
    const seconds = lockedSeconds((await this.failures.read([key])).get(key), this.clock.now());
    if (seconds > 0) throw authErrors.too_many_requests({ headers: { 'Retry-After': String(seconds) } });
  }

  async failed(name: string): Promise<void> {
    const now = this.clock.now();
    await this.failures.add([this.keyOf(name)], new Date(now.getTime() + LOCK_OUT_MS), now);
  }

  succeeded(name: string): Promise<void> {
    return this.failures.forget(this.keyOf(name));
  }

  private keyOf(name: string): string {
    return this.secrets.hash(`second-factor|${name}`).toString('base64');
  }
}
