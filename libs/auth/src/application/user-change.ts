import type { ControlChange } from '@payments/persistence';
import type { UserView } from './user.view.js';

/** A change of a user that another administrator approves: of the user as he is, disabled since then, in that role. */
export function userChange(
  action: 'enable' | 'change_role',
  { name: id, role: from, disabled_at }: UserView,
  role = from,
): ControlChange & { readonly before: object } {
  const before = { role: from, ...(action === 'enable' && disabled_at !== undefined && { disabled_at }) };
  return { change: 'user', action, id, before, content: { role } };
}
