import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import type { UserState } from '../../domain/credentials.js';
import { LoginFailures } from '../ports.js';

const PREFIX = 'pmf_';
const LIFETIME_SECONDS = 300;
const MAX_TRIES = 5;

/** A login whose password was right, and which waits for a code. */
interface Challenge {
  readonly id: string;
  readonly enterprise_id: string;
  readonly name: string;
  /** Of the user, as in tokens. */
  readonly version: number;
  /** Unix milliseconds. */
  readonly expires_at: number;
}

/** What the page gets in place of a session. */
export interface MfaView {
  readonly token: string;
  readonly methods: readonly ['totp', 'recovery_code'];
  /** Seconds. */
  readonly expires_in: number;
}

/** Challenges as text that the page holds: what they say, and a keyed hash of it. Only their tries are stored. */
@Injectable()
export class MfaChallenges {
  constructor(
    private readonly secrets: Secrets,
    private readonly failures: LoginFailures,
    private readonly clock: Clock,
  ) {}

  create({ enterprise_id, name, version }: UserState): MfaView {
    const expires_at = this.clock.now().getTime() + LIFETIME_SECONDS * 1000;
    const challenge: Challenge = { id: newId(), enterprise_id, name, version, expires_at };
    const text = Buffer.from(JSON.stringify(challenge)).toString('base64url');
    const token = `${PREFIX}${text}.${this.secrets.hash(subjectOf(text)).toString('base64url')}`;
    return { token, methods: ['totp', 'recovery_code'], expires_in: LIFETIME_SECONDS };
  }

  /** Counts a try. Undefined when the token is not ours or has expired, or after five tries. */
  async take(token: string): Promise<Challenge | undefined> {
    const challenge = this.read(token);
    if (challenge === undefined) return undefined;
    const now = this.clock.now();
    const expires = new Date(challenge.expires_at);
    if (expires <= now) return undefined;
    const key = this.secrets.hash(`mfa-tries|${challenge.id}`).toString('base64');
    const tries = (await this.failures.add([key], expires, now)).get(key)?.failures ?? 1;
    return tries > MAX_TRIES ? undefined : challenge;
  }

  private read(token: string): Challenge | undefined {
    const [, text, hash] = /^pmf_([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
    if (text === undefined || hash === undefined) return undefined;
    if (!this.secrets.matches(subjectOf(text), Buffer.from(hash, 'base64url'))) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Challenge;
  }
}

// No secret, key or refresh token has this form, so their hashes cannot collide.
function subjectOf(text: string): string {
  return `mfa-challenge|${text}`;
}
