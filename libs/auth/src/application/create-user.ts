import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, violatedUnique } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import type { UserRole } from '../domain/scopes.js';
import { checkName, NEW_USER_NAME, newPassword } from './names.js';
import { Passwords, Users } from './ports.js';
import { toUserView } from './user.view.js';
import type { UserView } from './user.view.js';

const NAME_CONSTRAINTS = ['users_pkey', 'credential_directory_pkey'];

export interface NewUserView {
  readonly user: UserView;
  /** Shown only in this response. */
  readonly password: string;
}

export interface NewUserInput {
  readonly name: string;
  readonly role: UserRole;
  /** The password only serves to choose another one. Default: false. */
  readonly must_change_password?: boolean;
}

/** Creates a portal user with a generated password. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_name; duplicate_name when a user of any enterprise has the name */
  async execute({ name, role, must_change_password = false }: NewUserInput): Promise<NewUserView> {
    checkName(name, NEW_USER_NAME);
    const enterprise_id = workContext.enterpriseId();
    const password = newPassword();
    const password_hash = await this.passwords.hash(password);
    const user = {
      enterprise_id,
      name,
      password_hash,
      role,
      must_change_password,
      created_at: this.clock.now(),
    };
    const after = toUserView({ ...user, totp_confirmed_at: null, last_seen_at: null, disabled_at: null });
    const work = async () => {
      await this.users.add(user);
      await this.audit.record({ action: 'user.created', subject_type: 'user', subject_id: name, after });
    };
    try {
      await this.unitOfWork.run(work);
    } catch (error) {
      if (NAME_CONSTRAINTS.includes(violatedUnique(error) ?? '')) throw portalErrors.duplicate_name();
      throw error;
    }
    return { user: after, password };
  }
}
