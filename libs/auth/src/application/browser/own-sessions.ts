import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { authErrors, sessionErrors } from '../../domain/auth.errors.js';
import type { UserState } from '../../domain/credentials.js';
import { isLive } from '../../domain/refresh-family.js';
import type { RefreshFamily } from '../../domain/refresh-family.js';
import type { Principal } from '../authenticate-bearer.js';
import { RefreshFamilies, Users } from '../ports.js';

export interface SessionView {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly address?: string;
  readonly agent?: string;
  /** Whether the caller's token is of this session. */
  readonly current: boolean;
}

/** The sessions of the caller, in browsers and in programs. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly families: RefreshFamilies,
    private readonly audit: Audit,
  ) {}

  /** Those that can go on, last seen first. */
  list(principal: Principal): Promise<SessionView[]> {
    return this.unitOfWork.run(async () => {
      const families = await this.families.listLive(await this.userOf(principal));
      return families.map((family) => toView(family, principal));
    });
  }

  /** @throws unknown_id */
  end(principal: Principal, id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const locked = isUuid(id) ? await this.families.lock(id) : undefined;
      const { name, version } = await this.userOf(principal);
      if (locked === undefined) throw sessionErrors.unknown_id();
      const { family, now } = locked;
      const isOwn = family.user_name === name && family.user_version === version;
      if (!isOwn || !isLive(family, now)) throw sessionErrors.unknown_id();
      await this.families.save({ ...family, revoked_at: now });
      await this.audit.record({ action: 'user.session_ended', subject_type: 'user', subject_id: name });
    });
  }

  private async userOf({ subject }: Principal): Promise<UserState> {
    const user = await this.users.get(subject.name);
    if (user === undefined) throw authErrors.unauthorized();
    return user;
  }
}

function toView({ id, created_at, rotated_at, address, agent }: RefreshFamily, { session }: Principal): SessionView {
  return {
    id,
    created_at: created_at.toISOString(),
    last_seen_at: rotated_at.toISOString(),
    ...(address !== null && { address }),
    ...(agent !== null && { agent }),
    current: id === session?.id,
  };
}
