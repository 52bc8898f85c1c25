import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { authErrors } from '../../domain/auth.errors.js';
import { hasMfa } from '../../domain/credentials.js';
import type { Environment, UserState } from '../../domain/credentials.js';
import type { UserRole } from '../../domain/scopes.js';
import { mustEnrollMfa } from '../../domain/session-rules.js';
import type { Principal } from '../authenticate-bearer.js';
import { Users } from '../ports.js';

export type Preferences = UserState['preferences'];

export interface MeView {
  readonly name: string;
  readonly role: UserRole;
  /** Of the access token. */
  readonly scopes: readonly string[];
  readonly enterprise: { readonly id: string; readonly name: string; readonly environment: Environment };
  readonly mfa: boolean;
  readonly must_change_password: boolean;
  readonly must_enroll_mfa: boolean;
  readonly preferences: Preferences;
}

/** The user who asks: a portal user, as the scopes of these operations say. */
@Injectable()
export class Me {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
  ) {}

  show(principal: Principal): Promise<MeView> {
    return this.unitOfWork.run(async () => toView(await this.users.get(principal.subject.name), principal));
  }

  updatePreferences(principal: Principal, preferences: Preferences): Promise<MeView> {
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(principal.subject.name);
      if (user !== undefined) await this.users.save({ ...user, preferences });
      return toView(user && { ...user, preferences }, principal);
    });
  }
}

/** @throws unauthorized when the user was removed since the token was checked */
function toView(user: UserState | undefined, { scopes }: Principal): MeView {
  if (user === undefined) throw authErrors.unauthorized();
  const { enterpriseId: id, enterpriseName: name, environment, settings } = workContext.tenant();
  return {
    name: user.name,
    role: user.role,
    scopes: [...scopes],
    enterprise: { id, name, environment },
    mfa: hasMfa(user),
    must_change_password: user.must_change_password,
    must_enroll_mfa: mustEnrollMfa(user, settings),
    preferences: user.preferences,
  };
}
