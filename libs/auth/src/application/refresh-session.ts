import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { UnitOfWork } from '@payments/kernel';
import { refreshErrors } from '../domain/auth.errors.js';
import type { SessionKind } from '../domain/refresh-family.js';
import { RotateRefreshToken } from './rotate-refresh-token.js';
import type { PresentedToken, Renewed } from './rotate-refresh-token.js';
import { RefreshTokenText } from './refresh-token-text.js';
import { UserSession } from './user-session.js';
import type { SessionGrant } from './user-session.js';

/**
 * Exchanges a refresh token for the next one and an access token.
 * @throws unauthorized when it is not ours, it or its family has expired, or it was used before.
 */
@Injectable()
export class RefreshSession {
  /** By kind and token: concurrent requests with it wait for one response, instead of each holding a connection to wait for its row. */
  private readonly underway = new Map<string, Promise<Renewed | undefined>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly rotateRefreshToken: RotateRefreshToken,
    private readonly text: RefreshTokenText,
    private readonly session: UserSession,
  ) {}

  async execute(refresh_token: string): Promise<SessionGrant> {
    const renewed = await this.renew(refresh_token, 'api');
    if (renewed === undefined) throw refreshErrors.unauthorized();
    return this.session.grant(renewed.user, renewed.family);
  }

  /** Undefined when the token is rejected. A token of a session of the other kind is, and stays valid. */
  async renew(refresh_token: string, kind: SessionKind): Promise<Renewed | undefined> {
    const place = this.text.read(refresh_token);
    if (place === undefined) return undefined;
    workContext.get().tenant = await this.enterprises.get(place.enterprise_id);
    const key = `${kind} ${refresh_token}`;
    return this.underway.get(key) ?? this.begin(key, { ...place, kind });
  }

  // A used token throws nothing here: revoking its family must be committed.
  private begin(key: string, presented: PresentedToken): Promise<Renewed | undefined> {
    const renewing = this.unitOfWork
      .run(() => this.rotateRefreshToken.take(presented))
      .finally(() => this.underway.delete(key));
    this.underway.set(key, renewing);
    return renewing;
  }
}
