import type { Approvers } from './policy.js';

/** A portal user, as far as approving goes. */
export interface ApproverFacts {
  readonly name: string;
  readonly role: string;
  /** Whether the user may approve at all. */
  readonly approves: boolean;
  /** Whether the user may make transfers, alone or through a client of his own. */
  readonly makes: boolean;
  /** Whether the user may make clients, and so may have the secret of one that nobody owns. */
  readonly managesClients: boolean;
}

/** Whether the user is one of the approvers. */
export function isAmong({ name, role }: Pick<ApproverFacts, 'name' | 'role'>, { roles, users }: Approvers): boolean {
  const named: readonly string[] = roles ?? [];
  return named.includes(role) || (users ?? []).includes(name);
}

/**
 * Whether a transfer can get the approvals that a policy requires, whoever makes it: of those who may approve and make
 * transfers, one may be its maker, who cannot approve it.
 */
export function isSatisfiable(
  { approvers, required }: { readonly approvers: Approvers; readonly required: number },
  users: readonly ApproverFacts[],
): boolean {
  const eligible = users.filter((user) => user.approves && isAmong(user, approvers));
  const makers = eligible.filter(({ makes }) => makes).length;
  return eligible.length - Math.min(makers, 1) >= required;
}
