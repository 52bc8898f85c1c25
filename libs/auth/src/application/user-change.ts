import type { ControlChange } from '@payments/persistence';
import type { UserView } from './user.view.js';

/** A change of a user that another administrator approves. It holds while the user has this role and was disabled last then. */
export function userChange(
  action: 'enable' | 'change_role',
  { name: id, role: from, disabled_at }: UserView,
  role = from,
): ControlChange & { readonly before: object } {
  const before = { role: from, ...(action === 'enable' && disabled_at !== undefined && { disabled_at }) };
  return { change: 'user', action, id, before, content: { role } };
}
