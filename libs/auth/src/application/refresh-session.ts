import { Injectable } from '@nestjs/common';
import { Enterprises, workContext } from '@payments/platform';
import { UnitOfWork } from '@payments/kernel';
import { authErrors } from '../domain/auth.errors.js';
import { FamilyTurn } from './family-turn.js';
import { RefreshTokenText } from './refresh-token-text.js';
import { UserSession } from './user-session.js';
import type { SessionResponse } from './user-session.js';

/**
 * Exchanges a refresh token for the next one and an access token.
 * @throws unauthorized when it is not ours, its time or its family is over, or it served before.
 */
@Injectable()
export class RefreshSession {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly turn: FamilyTurn,
    private readonly text: RefreshTokenText,
    private readonly session: UserSession,
  ) {}

  async execute(refresh_token: string): Promise<SessionResponse> {
    const place = this.text.read(refresh_token);
    if (place === undefined) throw refused();
    workContext.get().tenant = await this.enterprises.get(place.enterprise_id);
    // Thrown only after the commit: the end of a family must not be rolled back.
    const renewed = await this.unitOfWork.run(() => this.turn.take(place));
    if (renewed === undefined) throw refused();
    return this.session.tell(renewed.user, renewed.family);
  }
}

function refused() {
  return authErrors.unauthorized({ message: 'The refresh token is not valid' });
}
