import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toApprovalView } from '../../application/approval.view.js';
import type { ApprovalEvent, ApprovalState } from '../../domain/approval.js';

export const APPROVAL_COLUMNS = [
  ...['id', 'subject_type', 'subject_id', 'subject', 'digest', 'status', 'policies', 'requested_by', 'owner'],
  'contributors',
  ...['expires_at', 'decided_at', 'sequence', 'created_at', 'updated_at'],
].join(', ');

export const DECISION_COLUMNS = 'user_name, decision, comment, policies, decided_at';

/** A state with the columns by which approvers find what they may decide. */
export type ApprovalRow = ApprovalState & {
  readonly approver_roles: readonly string[];
  readonly approver_users: readonly string[];
};

export function toRow(state: ApprovalState): ApprovalRow {
  const approvers = state.policies.map((policy) => policy.approvers);
  return {
    ...state,
    approver_roles: approvers.flatMap(({ roles = [] }) => roles),
    approver_users: approvers.flatMap(({ users = [] }) => users),
  };
}

/** An event as it is published: with the approval as the API shows it. */
export function toRecordedEvent({ type, sequence, state, decisions, occurredAt }: ApprovalEvent): RecordedEvent {
  return {
    ...{ id: newId(), type, resource_type: 'approval', resource_id: state.id, sequence, created_at: occurredAt },
    data: { approval: toApprovalView(state, decisions) },
  };
}
