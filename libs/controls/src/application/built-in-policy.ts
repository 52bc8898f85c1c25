import { newId } from '@payments/kernel';
import type { ApprovalRule } from '@payments/persistence';
import type { DemandedPolicy } from '../domain/approval.js';

/** How long an approval under a policy that nobody wrote waits. */
export const BUILT_IN_HOURS = 72;

/** A rule as a policy that nobody wrote. */
export function builtInPolicy({ name, roles }: ApprovalRule, id = newId()): DemandedPolicy {
  return { id, name, required: 1, approvers: { roles }, step_up: false, expires_after_hours: BUILT_IN_HOURS };
}
