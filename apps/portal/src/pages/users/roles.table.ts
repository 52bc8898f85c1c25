import { USER_ROLES } from '../../api/user-roles.table.js';
import { tCode } from '../../messages/t.js';

export const roleOptions = USER_ROLES.map((role) => [role, tCode('roleMay', role)] as const);
