import { Injectable } from '@nestjs/common';
import { Clock, pause } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../domain/auth.errors.js';
import { delayMs, LOCK_OUT_MS, lockedSeconds } from '../domain/lock-out.js';
import { networkOf } from '../domain/network.js';
import { LoginFailures } from './ports.js';
import type { FailureCount } from './ports.js';

export interface LoginAttempt {
  readonly name: string;
  readonly remote_address: string;
}

interface Keys {
  readonly name: string;
  readonly nameAndAddress: string;
}

/** Limits password guessing: names are locked per address, and delayed for every address. */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly failures: LoginFailures,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Runs before the password check. @throws too_many_requests while the name is locked for the address. */
  async admit(attempt: LoginAttempt): Promise<void> {
    const keys = this.keysOf(attempt);
    const counts = await this.failures.read([keys.name, keys.nameAndAddress]);
    this.assertOpen(counts.get(keys.nameAndAddress));
    const delay = delayMs(counts.get(keys.name));
    if (delay > 0) await pause(delay);
  }

  /**
   * Whether this failure locks the name for the address: exactly one of concurrent failures does.
   * @throws too_many_requests for every failure after it.
   */
  async failed(attempt: LoginAttempt): Promise<boolean> {
    const keys = this.keysOf(attempt);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LOCK_OUT_MS);
    const counts = await this.failures.add([keys.name, keys.nameAndAddress], expiresAt, now);
    const { failures = 0, expires_at = now } = counts.get(keys.nameAndAddress) ?? {};
    this.assertOpen({ failures: failures - 1, expires_at });
    return lockedSeconds({ failures, expires_at }, now) > 0;
  }

  /** @throws too_many_requests when the name was locked meanwhile: a correct guess must not stand out. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    const { nameAndAddress } = this.keysOf(attempt);
    const known = (await this.failures.read([nameAndAddress])).get(nameAndAddress);
    this.assertOpen(known);
    if (known !== undefined) await this.failures.forget(nameAndAddress);
  }

  private assertOpen(count: FailureCount | undefined): void {
    const seconds = lockedSeconds(count, this.clock.now());
    if (seconds > 0) throw authErrors.too_many_requests({ headers: { 'Retry-After': String(seconds) } });
  }

  private keysOf({ name, remote_address }: LoginAttempt): Keys {
    const key = (...parts: string[]) => this.secrets.hash(`log-in|${JSON.stringify(parts)}`).toString('base64');
    return { name: key(name), nameAndAddress: key(name, networkOf(remote_address)) };
  }
}
