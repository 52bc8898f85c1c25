import { Injectable } from '@nestjs/common';
import type { UserState } from '../domain/credentials.js';
import { type RefreshFamily, secondsLeft } from '../domain/refresh-family.js';
import { ACCESS_TOKEN_SECONDS } from './issue-token.js';
import type { TokenGrant } from './issue-token.js';
import { AccessTokens } from './ports.js';
import { RefreshTokenText } from './refresh-token-text.js';
import { sessionClaims } from './session-claims.js';

export interface SessionGrant extends TokenGrant {
  /** Valid once. The response to its use contains the next one. */
  readonly refresh_token: string;
  /** Seconds, from the login or refresh on. */
  readonly refresh_expires_in: number;
}

/** Issues the tokens of a portal user to a program, at login and at each refresh. */
@Injectable()
export class UserSession {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly text: RefreshTokenText,
  ) {}

  async grant(user: UserState, family: RefreshFamily): Promise<SessionGrant> {
    const { enterprise_id, id: family_id, generation } = family;
    return {
      access_token: await this.tokens.sign(sessionClaims(user, family), ACCESS_TOKEN_SECONDS),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: this.text.write({ enterprise_id, family_id, generation }),
      refresh_expires_in: secondsLeft(family, family.rotated_at),
    };
  }
}
