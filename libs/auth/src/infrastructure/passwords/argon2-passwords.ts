import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Passwords } from '../../application/ports.js';
import { authErrors } from '../../domain/auth.errors.js';

// Algorithm 2 is argon2id; the package's const enum cannot be imported under isolatedModules.
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Half of libuv's threads stay free for other work, so that logins do not slow payments. */
const AT_ONCE = 2;
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = '1';

/** argon2id with 19 MiB, two passes, one lane; two at a time. */
@Injectable()
export class Argon2Passwords extends Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly dummyHash = hash('the password of a user who does not exist', COST);

  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(password, COST));
  }

  async matches(password: string, known: string | undefined): Promise<boolean> {
    const isRight = await this.withSlot(async () => verify(known ?? (await this.dummyHash), password));
    return isRight && known !== undefined;
  }

  private async withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.waitForSlot();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private async waitForSlot(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MAX_WAITING) {
      throw authErrors.too_many_requests({ headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
