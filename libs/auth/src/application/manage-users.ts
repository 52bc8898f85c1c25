import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, randomSecret, violatedUnique } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import type { UserState } from '../domain/credentials.js';
import { USER_MANAGERS } from '../domain/scopes.js';
import type { UserRole } from '../domain/scopes.js';
import { checkName, USER_NAME } from './names.js';
import { Passwords, Users } from './ports.js';

const PASSWORD_LENGTH = 24;
const TAKEN = 'credential_directory_pkey';

export interface UserView {
  readonly name: string;
  readonly role: UserRole;
  readonly created_at: string;
  readonly disabled_at?: string;
}

export interface NewUserView {
  readonly user: UserView;
  /** Shown this once. */
  readonly password: string;
}

/** The portal users of the enterprise. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** With a password that is made here. @throws invalid_name; duplicate_name when a user of any enterprise has it. */
  async create({ name, role }: { readonly name: string; readonly role: UserRole }): Promise<NewUserView> {
    checkName(name, USER_NAME);
    const enterprise_id = workContext.enterpriseId();
    const password = randomSecret().slice(0, PASSWORD_LENGTH);
    const password_hash = await this.passwords.hash(password);
    const user = { enterprise_id, name, password_hash, role, created_at: this.clock.now() };
    const view = toView({ ...user, disabled_at: null });
    const work = async () => {
      await this.users.add(user);
      await this.record('user.created', { after: view });
    };
    try {
      await this.unitOfWork.run(work);
    } catch (error) {
      if (['users_pkey', TAKEN].includes(violatedUnique(error) ?? '')) throw portalErrors.duplicate_name();
      throw error;
    }
    return { user: view, password };
  }

  /** Disabling twice changes nothing. @throws unknown_id, last_administrator */
  disable(name: string): Promise<UserView> {
    return this.unitOfWork.run(async () => {
      // Before the user: two administrators who disable each other wait for one another here.
      const managers = await this.users.lockEnabled(USER_MANAGERS);
      const user = await this.users.lock(name);
      if (user === undefined) throw portalErrors.unknown_id();
      const before = toView(user);
      if (user.disabled_at !== null) return before;
      if (managers.length === 1 && managers[0]!.name === name) throw portalErrors.last_administrator();
      const after = toView({ ...user, disabled_at: this.clock.now() });
      await this.users.disable(name, this.clock.now());
      await this.record('user.disabled', { before, after });
      return after;
    });
  }

  list(): Promise<UserView[]> {
    return this.unitOfWork.run(async () => (await this.users.list()).map(toView));
  }

  private record(action: string, change: { readonly before?: UserView; readonly after: UserView }): Promise<void> {
    return this.audit.record({ action, subject_type: 'user', subject_id: change.after.name, ...change });
  }
}

type Shown = Pick<UserState, 'name' | 'role' | 'created_at' | 'disabled_at'>;

function toView({ name, role, created_at, disabled_at }: Shown): UserView {
  return {
    name,
    role,
    created_at: created_at.toISOString(),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  };
}
