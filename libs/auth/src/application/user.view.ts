import { hasMfa } from '../domain/credentials.js';
import type { UserState } from '../domain/credentials.js';
import type { UserRole } from '../domain/scopes.js';

export interface UserView {
  readonly name: string;
  readonly role: UserRole;
  /** Whether a second factor is set up. */
  readonly mfa: boolean;
  readonly must_change_password: boolean;
  /** Who asked for a password that the user has yet to choose. */
  readonly password_requested_by?: string;
  readonly created_at: string;
  readonly last_seen_at?: string;
  readonly disabled_at?: string;
}

type Shown = Pick<
  UserState,
  'name' | 'role' | 'totp_confirmed_at' | 'must_change_password' | 'created_at' | 'last_seen_at' | 'disabled_at'
> &
  Partial<Pick<UserState, 'password_requested_by'>>;

export function toUserView(user: Shown): UserView {
  const { name, role, must_change_password, created_at, last_seen_at, disabled_at } = user;
  const { password_requested_by = null } = user;
  return {
    name,
    role,
    mfa: hasMfa(user),
    must_change_password,
    ...(password_requested_by !== null && { password_requested_by }),
    created_at: created_at.toISOString(),
    ...(last_seen_at !== null && { last_seen_at: last_seen_at.toISOString() }),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  };
}
