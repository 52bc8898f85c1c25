import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toApprovalView } from '../../application/approval.view.js';
import type { Approval, ApprovalEvent, ApprovalState } from '../../domain/approval.js';

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
  /** Its group: who may not decide it, or has done so. */
  readonly closed_to: string;
};

/** An index holds the group, and its entries are at most 2,704 bytes long. */
const MOST_BYTES = 1_000;
/** Of approvals whose group is too long, and of those that an older release requested. */
const UNKNOWN = '';

export function toRow(approval: Approval): ApprovalRow {
  const state = approval.snapshot();
  const approvers = state.policies.map((policy) => policy.approvers);
  const group = JSON.stringify(approval.closedTo());
  return {
    ...state,
    approver_roles: approvers.flatMap(({ roles = [] }) => roles),
    approver_users: approvers.flatMap(({ users = [] }) => users),
    closed_to: Buffer.byteLength(group) > MOST_BYTES ? UNKNOWN : group,
  };
}

/** Whether a user who may have made things under these names may decide nothing of a group. */
export function isClosedTo(group: string, names: readonly string[]): boolean {
  return group !== UNKNOWN && (JSON.parse(group) as string[]).some((name) => names.includes(name));
}

/** An event as it is published: with the approval as the API shows it. */
export function toRecordedEvent({ type, sequence, state, decisions, occurredAt }: ApprovalEvent): RecordedEvent {
  return {
    ...{ id: newId(), type, resource_type: 'approval', resource_id: state.id, sequence, created_at: occurredAt },
    data: { approval: toApprovalView(state, decisions) },
  };
}
