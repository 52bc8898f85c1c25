import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { authErrors } from '../../domain/auth.errors.js';
import { changeUser } from '../../domain/credentials.js';
import type { UserState } from '../../domain/credentials.js';
import type { AuthenticationMethod } from '../../domain/refresh-family.js';
import type { Principal } from '../authenticate-bearer.js';
import { RefreshFamilies, Users } from '../ports.js';
import { BrowserSession } from './browser-session.js';
import type { BrowserSessionView } from './browser-session.js';

export interface OwnChange {
  /** For the audit log, such as `user.password_changed`. */
  readonly action: string;
  /** The new values, of the locked user. */
  readonly change: (user: UserState) => Partial<UserState> | Promise<Partial<UserState>>;
  /** How the session is authenticated by the change, where that differs. */
  readonly methods?: readonly AuthenticationMethod[];
}

/** The session that goes on, with a new token; absent for a caller without a session in a browser. */
export interface ContinuedSession {
  readonly session?: BrowserSessionView;
}

/** Changes what the caller logs in with. All other sessions of the user end. */
@Injectable()
export class ChangeOwnUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly families: RefreshFamilies,
    private readonly audit: Audit,
    private readonly session: BrowserSession,
    private readonly clock: Clock,
  ) {}

  /** @throws unauthorized when the caller's session or user is gone */
  execute({ subject, session: own }: Principal, { action, change, methods }: OwnChange): Promise<ContinuedSession> {
    const session = own?.kind === 'portal' ? own : undefined;
    return this.unitOfWork.run(async () => {
      // Before the user, as a refresh does.
      const locked = session && (await this.families.lock(session.id));
      const user = await this.users.lock(subject.name);
      if (user === undefined || (session !== undefined && locked === undefined)) throw authErrors.unauthorized();
      const changed = changeUser(user, await change(user));
      await this.users.save(changed);
      await this.audit.record({ action, subject_type: 'user', subject_id: user.name });
      if (locked === undefined) return {};
      const authenticated = methods && { methods, authenticated_at: this.clock.now() };
      const family = { ...locked.family, user_version: changed.version, ...authenticated };
      await this.families.save(family);
      return { session: await this.session.show(changed, family) };
    });
  }
}
