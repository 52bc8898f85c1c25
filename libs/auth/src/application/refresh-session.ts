import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { UnitOfWork } from '@payments/kernel';
import { refreshErrors } from '../domain/auth.errors.js';
import { RotateRefreshToken } from './rotate-refresh-token.js';
import type { Renewed } from './rotate-refresh-token.js';
import { RefreshTokenText } from './refresh-token-text.js';
import { UserSession } from './user-session.js';
import type { SessionGrant } from './user-session.js';

/**
 * Exchanges a refresh token for the next one and an access token.
 * @throws unauthorized when it is not ours, it or its family has expired, or it was used before.
 */
@Injectable()
export class RefreshSession {
  /** By token: concurrent requests with it wait for one response, instead of each holding a connection to wait for its row. */
  private readonly underway = new Map<string, Promise<Renewed | undefined>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly rotateRefreshToken: RotateRefreshToken,
    private readonly text: RefreshTokenText,
    private readonly session: UserSession,
  ) {}

  async execute(refresh_token: string): Promise<SessionGrant> {
    const renewing = this.underway.get(refresh_token) ?? this.begin(refresh_token);
    const renewed = await renewing;
    if (renewed === undefined) throw refreshErrors.unauthorized();
    return this.session.grant(renewed.user, renewed.family);
  }

  private begin(refresh_token: string): Promise<Renewed | undefined> {
    const renewing = this.renew(refresh_token).finally(() => this.underway.delete(refresh_token));
    this.underway.set(refresh_token, renewing);
    return renewing;
  }

  // A used token throws nothing here: revoking its family must be committed.
  private async renew(refresh_token: string): Promise<Renewed | undefined> {
    const place = this.text.read(refresh_token);
    if (place === undefined) return undefined;
    workContext.get().tenant = await this.enterprises.get(place.enterprise_id);
    return this.unitOfWork.run(() => this.rotateRefreshToken.take(place));
  }
}
