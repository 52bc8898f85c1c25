import { Injectable } from '@nestjs/common';
import { Clock, KeyedMutex } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { authErrors } from '../domain/auth.errors.js';
import { LOCK_OUT_MS, lockedSeconds } from '../domain/lock-out.js';
import { LoginFailures } from './ports.js';
import type { FailureCount } from './ports.js';

const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

/** A right guess, or undefined. `isLast`: if it is wrong, no other is judged for 15 minutes. */
export type Judge<Right> = (isLast: boolean) => Promise<Right | undefined>;

/**
 * Limits the guesses of secrets that are short, or that people choose. Each is counted before it is judged: however many come at
 * once, on however many processes, no more are judged than one after the other would be.
 */
@Injectable()
export class Guesses {
  /** Those of one secret wait for each other here, not in the database, where each would hold a connection. */
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly failures: LoginFailures,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Judges a guess, unless ten in 15 minutes were wrong. A right one clears the count.
   * @param secret what is guessed and by whom, as no other text that is hashed
   * @throws too_many_requests
   */
  async judge<Right>(secret: string, judge: Judge<Right>): Promise<Right | undefined> {
    const key = this.secrets.hash(secret).toString('base64');
    const release = await this.turns.acquire(key, performance.now() + WAIT_MS);
    if (release === undefined) throw tooManyGuesses(RETRY_AFTER_SECONDS);
    try {
      const right = await this.count(key, judge);
      if (right !== undefined) await this.failures.forget(key);
      return right;
    } finally {
      release();
    }
  }

  private async count<Right>(key: string, judge: Judge<Right>): Promise<Right | undefined> {
    const now = this.clock.now();
    // Only read at first: guesses while the secret is locked must not lock it for longer.
    assertOpen((await this.failures.read([key])).get(key), now);
    const added = (await this.failures.add([key], new Date(now.getTime() + LOCK_OUT_MS), now)).get(key)!;
    assertOpen({ ...added, failures: added.failures - 1 }, now);
    try {
      return await judge(lockedSeconds(added, now) > 0);
    } catch (error) {
      // It was not judged.
      await this.failures.takeBack(key);
      throw error;
    }
  }
}

function assertOpen(count: FailureCount | undefined, now: Date): void {
  const seconds = lockedSeconds(count, now);
  if (seconds > 0) throw tooManyGuesses(seconds);
}

function tooManyGuesses(seconds: number) {
  return authErrors.too_many_requests({ headers: { 'Retry-After': String(seconds) } });
}
