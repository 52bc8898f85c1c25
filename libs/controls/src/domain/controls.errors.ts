import { defineErrors } from '@payments/kernel';

export const MOST_POLICIES = 50;

export const policyErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No policy with this id exists.' },
  duplicate_name: {
    kind: 'invalid',
    field: 'name',
    message: 'A policy with this name already exists. Choose another name.',
  },
  too_many_policies: {
    kind: 'invalid',
    message: `An enterprise can have ${MOST_POLICIES} policies. Delete one first.`,
  },
  conditions_do_not_apply: {
    kind: 'invalid',
    field: 'conditions',
    message:
      'A condition cannot be true of something that the policy applies to: only transfers have payees and totals of the day, and only transfers and schedules a use case and a speed. Make a policy of its own for the others.',
  },
  not_enough_approvers: {
    kind: 'invalid',
    field: 'approvers',
    message:
      'Too few enabled users may approve under this policy: whoever makes a transfer cannot approve it. Name more approvers, or require fewer.',
  },
  still_enabled: {
    kind: 'invalid',
    message:
      'With dual control, only what is disabled can be deleted. Disable it first, which another administrator approves.',
  },
});

export const MOST_LIMITS = 100;

export const limitErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No limit with this id exists.' },
  duplicate_name: {
    kind: 'invalid',
    field: 'name',
    message: 'A limit with this name already exists. Choose another name.',
  },
  too_many_limits: {
    kind: 'invalid',
    message: `An enterprise can have ${MOST_LIMITS} limits. Delete one first.`,
  },
  missing_max_amount: {
    kind: 'invalid',
    field: 'max_amount',
    message: 'max_amount or max_count is required; for the window transfer, max_amount',
  },
  invalid_max_count: {
    kind: 'invalid',
    field: 'max_count',
    message: 'max_count cannot be set for the window transfer: each transfer is one',
  },
  invalid_who: {
    kind: 'invalid',
    field: 'who',
    message: 'who must be the id of an account if the limit is per account, and cannot be set for the enterprise',
  },
  not_enough_approvers: {
    kind: 'invalid',
    field: 'action',
    message:
      'Too few enabled users may approve what exceeds the limit: whoever makes a transfer cannot approve it. Add a payment approver or an administrator.',
  },
  still_enabled: {
    kind: 'invalid',
    message:
      'With dual control, only what is disabled can be deleted. Disable it first, which another administrator approves.',
  },
});

export const approvalErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No approval with this id exists.' },
  own_approval_forbidden: {
    kind: 'forbidden',
    message:
      'You or a client of yours made this, or one that nobody owns and whose secret you may have. Another user must decide.',
  },
  not_an_approver: {
    kind: 'forbidden',
    message: 'None of the policies lets you decide this. A user whom they name must decide.',
  },
  step_up_required: {
    kind: 'forbidden',
    message:
      'The policy requires a second factor of the last 15 minutes. Confirm your code in the portal and try again.',
  },
  approval_subject_changed: {
    kind: 'invalid',
    field: 'digest',
    message: 'digest is not that of the approval. Read the approval again before you decide.',
  },
  missing_comment: { kind: 'invalid', field: 'comment', message: 'comment is required for a rejection' },
  change_not_possible: {
    kind: 'invalid',
    message:
      'What is to be changed is different since the approval was requested, so the change is not possible. Reject it.',
  },
  already_decided: { kind: 'invalid', message: 'You have decided otherwise. A decision cannot be changed.' },
  approval_closed: { kind: 'invalid', message: 'The approval is not pending any more. Read it to see how it ended.' },
});
