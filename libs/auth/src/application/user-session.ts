import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { UserState } from '../domain/credentials.js';
import type { RefreshFamily } from '../domain/refresh-family.js';
import { scopesOf } from '../domain/session-rules.js';
import { ACCESS_TOKEN_SECONDS } from './issue-token.js';
import type { TokenGrant } from './issue-token.js';
import { AccessTokens } from './ports.js';
import { RefreshTokenText } from './refresh-token-text.js';

export interface SessionGrant extends TokenGrant {
  /** Valid once. The response to its use contains the next one. */
  readonly refresh_token: string;
  /** Seconds. */
  readonly refresh_expires_in: number;
}

/** Issues the tokens of a portal user to a program, at login and at each refresh. */
@Injectable()
export class UserSession {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly text: RefreshTokenText,
    private readonly clock: Clock,
  ) {}

  async grant(user: UserState, family: RefreshFamily): Promise<SessionGrant> {
    const { enterprise_id, name, version } = user;
    const subject = { kind: 'user', name } as const;
    const scope = scopesOf(user, workContext.tenant().settings).join(' ');
    const claims = { subject, enterprise_id, scope, credential_version: version };
    const left = family.expires_at.getTime() - this.clock.now().getTime();
    return {
      access_token: await this.tokens.sign(claims, ACCESS_TOKEN_SECONDS),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: this.text.write({ enterprise_id, family_id: family.id, generation: family.generation }),
      refresh_expires_in: Math.round(left / 1000),
    };
  }
}
