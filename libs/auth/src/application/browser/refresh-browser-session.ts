import { Injectable } from '@nestjs/common';
import { sessionErrors } from '../../domain/auth.errors.js';
import { RefreshSession } from '../refresh-session.js';
import { BrowserSession } from './browser-session.js';
import type { BrowserSessionGrant } from './browser-session.js';

/** Exchanges the refresh token of the cookie for the next one and an access token. @throws unauthorized */
@Injectable()
export class RefreshBrowserSession {
  constructor(
    private readonly refreshSession: RefreshSession,
    private readonly session: BrowserSession,
  ) {}

  async execute(refresh_token: string | undefined): Promise<BrowserSessionGrant> {
    const renewed = refresh_token && (await this.refreshSession.renew(refresh_token, 'portal'));
    if (!renewed) throw sessionErrors.unauthorized();
    return this.session.grant(renewed.user, renewed.family);
  }
}
