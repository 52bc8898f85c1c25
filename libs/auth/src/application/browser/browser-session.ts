import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { UserState } from '../../domain/credentials.js';
import { type RefreshFamily, secondsLeft } from '../../domain/refresh-family.js';
import { mustEnrollMfa } from '../../domain/session-rules.js';
import { AccessTokens } from '../ports.js';
import { RefreshTokenText } from '../refresh-token-text.js';
import { sessionClaims } from '../session-claims.js';

const ACCESS_TOKEN_SECONDS = 600;

/** A session as the portal's page sees it. */
export interface BrowserSessionView {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds until the session ends unless it is refreshed. */
  readonly idle_expires_in: number;
  /** When the session ends, however often it is refreshed. */
  readonly absolute_expires_at: string;
  readonly must_change_password: boolean;
  readonly must_enroll_mfa: boolean;
}

/** With the refresh token that only the cookie carries. */
export interface BrowserSessionGrant {
  readonly session: BrowserSessionView;
  readonly refresh_token: string;
}

/** Issues the tokens of a session in a browser. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly text: RefreshTokenText,
    private readonly clock: Clock,
  ) {}

  /** For a user of the current tenant. */
  async grant(user: UserState, family: RefreshFamily): Promise<BrowserSessionGrant> {
    const { enterprise_id, id: family_id, generation } = family;
    const session = await this.show(user, family, family.rotated_at);
    return { session, refresh_token: this.text.write({ enterprise_id, family_id, generation }) };
  }

  /** Without a new refresh token. */
  async show(user: UserState, family: RefreshFamily, at = this.clock.now()): Promise<BrowserSessionView> {
    const { settings } = workContext.tenant();
    const idle_expires_in = secondsLeft(family, at);
    // A token must not outlive its session: a later refresh may find that gone.
    const expires_in = Math.min(ACCESS_TOKEN_SECONDS, idle_expires_in);
    return {
      access_token: await this.tokens.sign(sessionClaims(user, family), expires_in),
      expires_in,
      idle_expires_in,
      absolute_expires_at: family.absolute_until!.toISOString(),
      must_change_password: user.must_change_password,
      must_enroll_mfa: mustEnrollMfa(user, settings),
    };
  }
}
