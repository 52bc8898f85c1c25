import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { Audit } from '@payments/persistence';
import type { UserState } from '../domain/credentials.js';
import { presentToken } from '../domain/refresh-family.js';
import type { RefreshFamily, SessionKind } from '../domain/refresh-family.js';
import { limitsOf } from '../domain/session-rules.js';
import { RefreshFamilies, Users } from './ports.js';
import type { RefreshTokenPlace } from './refresh-token-text.js';

export interface Renewed {
  readonly user: UserState;
  readonly family: RefreshFamily;
}

export interface PresentedToken extends RefreshTokenPlace {
  readonly kind: SessionKind;
}

/** Uses one genuine refresh token in the current unit of work; others of its family wait. */
@Injectable()
export class RotateRefreshToken {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly users: Users,
    private readonly audit: Audit,
  ) {}

  /** The family with its new token; undefined when the token is rejected. Reuse revokes the family. */
  async take({ family_id, generation, kind }: PresentedToken): Promise<Renewed | undefined> {
    const locked = await this.families.lock(family_id);
    if (locked === undefined || locked.family.kind !== kind) return undefined;
    const { family, now } = locked;
    const user = await this.users.get(family.user_name);
    if (user === undefined || user.disabled_at !== null || user.version !== family.user_version) return undefined;
    workContext.get().actor = user.name;
    const { idleMs } = limitsOf(kind, workContext.tenant().settings);
    const presentation = presentToken(family, { generation, idleMs }, now);
    switch (presentation.outcome) {
      case 'rotated':
        await this.families.save(presentation.family);
        await this.users.saveLastSeen(user.name, now);
        return { user, family: presentation.family };
      case 'repeated':
        return { user, family };
      case 'reused':
        await this.families.save(presentation.family);
        await this.audit.record({ action: 'user.session_revoked', subject_type: 'user', subject_id: user.name });
        return undefined;
      case 'refused':
        return undefined;
    }
  }
}
