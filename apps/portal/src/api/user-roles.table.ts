import type { UserRole } from './types.js';

/** Every role of the API, or this does not compile. */
const roles: Readonly<Record<UserRole, true>> = {
  admin: true,
  payment_initiator: true,
  payment_approver: true,
  developer: true,
  read_only: true,
};

export const USER_ROLES = Object.keys(roles) as UserRole[];
