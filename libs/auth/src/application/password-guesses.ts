import { Injectable } from '@nestjs/common';
import { Clock, pause } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import { delayMs, LOCK_OUT_MS } from '../domain/lock-out.js';
import { networkOf } from '../domain/network.js';
import { Guesses } from './guesses.js';
import type { Judge } from './guesses.js';
import { LoginFailures } from './ports.js';

export interface LoginAttempt {
  readonly name: string;
  readonly remote_address: string;
}

/** Limits password guessing: names are locked per address, and delayed for every address. */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly guesses: Guesses,
    private readonly failures: LoginFailures,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws too_many_requests while the name is locked for the address */
  async judge<Right>({ name, remote_address }: LoginAttempt, judge: Judge<Right>): Promise<Right | undefined> {
    const key = this.secrets.hash(subjectOf(name)).toString('base64');
    const delay = delayMs((await this.failures.read([key])).get(key));
    if (delay > 0) await pause(delay);
    return this.guesses.judge(subjectOf(name, networkOf(remote_address)), async (isLast) => {
      const right = await judge(isLast);
      const now = this.clock.now();
      if (right === undefined) await this.failures.add([key], new Date(now.getTime() + LOCK_OUT_MS), now);
      return right;
    });
  }
}

function subjectOf(...parts: readonly string[]): string {
  return `log-in|${JSON.stringify(parts)}`;
}
