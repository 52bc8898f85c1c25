import type { UserState } from '../domain/credentials.js';
import type { UserRole } from '../domain/scopes.js';

export interface UserView {
  readonly name: string;
  readonly role: UserRole;
  readonly created_at: string;
  readonly disabled_at?: string;
}

type Shown = Pick<UserState, 'name' | 'role' | 'created_at' | 'disabled_at'>;

export function toUserView({ name, role, created_at, disabled_at }: Shown): UserView {
  return {
    name,
    role,
    created_at: created_at.toISOString(),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  };
}
