import type { NewPolicy } from '../../api/types.js';
import { conditionOf } from './condition-draft.js';
import type { ConditionDraft } from './condition-draft.js';

/** The policy that a form describes. */
export function policyIn(form: HTMLFormElement, drafts: readonly ConditionDraft[]): NewPolicy {
  const data = new FormData(form);
  const text = (name: string) => data.getAll(name).map(String)[0]?.trim() ?? '';
  const named = data.getAll(text('by')).map(String);
  return {
    name: text('name'),
    applies_to: data.getAll('applies_to').map(String) as NewPolicy['applies_to'],
    conditions: drafts.flatMap((draft) => conditionOf(draft) ?? []),
    required: Number(text('required')),
    approvers:
      text('by') === 'users' ? { users: named } : { roles: named as NonNullable<NewPolicy['approvers']['roles']> },
    expires_after_hours: Number(text('expires_after_hours')),
    step_up: data.has('step_up'),
    enabled: data.has('enabled'),
  };
}
