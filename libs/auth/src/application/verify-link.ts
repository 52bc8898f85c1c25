import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Secrets } from '@payments/persistence';
import type { UserState } from '../domain/credentials.js';
import { AuditLockOut } from './audit-lock-out.js';
import { USER_NAME } from './names.js';
import { PasswordGuesses } from './password-guesses.js';
import { codeSubject, linkSubject } from './password-links.js';
import { Users } from './ports.js';

export interface LinkProof {
  readonly link: string;
  readonly link_code?: string;
  readonly remote_address: string;
}

/** Checks a link with which a user chooses a password, within the limits on guessing passwords. */
@Injectable()
export class VerifyLink {
  constructor(
    private readonly guesses: PasswordGuesses,
    private readonly users: Users,
    private readonly secrets: Secrets,
    private readonly auditLockOut: AuditLockOut,
    private readonly clock: Clock,
  ) {}

  /** Undefined for a link that is wrong, spent or expired, without its code, or of a disabled user. @throws too_many_requests */
  async execute({ link, link_code = '', remote_address }: LinkProof): Promise<UserState | undefined> {
    const [, encoded = '', secret = ''] = /#([\w-]+)\.([\w-]{43})$/.exec(link) ?? [];
    const name = Buffer.from(encoded, 'base64url').toString();
    if (!USER_NAME.accepts(name)) return undefined;
    return this.guesses.judge({ name, remote_address }, async (isLast) => {
      const user = await this.users.find(name);
      if (user !== undefined && this.isOf(user, secret, link_code)) return user;
      if (isLast && user !== undefined) this.auditLockOut.recordLater(user);
      return undefined;
    });
  }

  private isOf(user: UserState, secret: string, code: string): boolean {
    const { name, link_hash, link_code_hash, link_expires_at, disabled_at } = user;
    if (link_hash === null || link_expires_at === null || disabled_at !== null) return false;
    const isRight = this.secrets.matches(linkSubject(name, secret), link_hash);
    const hasCode = link_code_hash === null || this.secrets.matches(codeSubject(name, code), link_code_hash);
    return isRight && hasCode && link_expires_at > this.clock.now();
  }
}
