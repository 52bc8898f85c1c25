import type { UserRole } from '../../api/types.js';
import { tCode } from '../../messages/t.js';

const ROLES = [
  'admin',
  'payment_initiator',
  'payment_approver',
  'developer',
  'read_only',
] as const satisfies readonly UserRole[];

export const roleOptions = ROLES.map((role) => [role, tCode('roleMay', role)] as const);
