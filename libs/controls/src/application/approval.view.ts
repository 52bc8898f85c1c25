import { givenFor } from '../domain/approval.js';
import type { ApprovalState, ApprovalStatus, ApprovalSubjectType, Decision, Verdict } from '../domain/approval.js';

export interface ApprovalPolicyView {
  readonly id: string;
  readonly name: string;
  readonly required: number;
  readonly given: number;
}

export interface DecisionView {
  readonly user: string;
  readonly decision: Verdict;
  readonly comment?: string;
  readonly decided_at: string;
}

/** An approval on the wire, in responses and events. */
export interface ApprovalView {
  readonly id: string;
  readonly subject_type: ApprovalSubjectType;
  readonly subject_id: string;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly digest: string;
  readonly status: ApprovalStatus;
  readonly policies: readonly ApprovalPolicyView[];
  readonly decisions: readonly DecisionView[];
  readonly requested_by?: string;
  readonly requested_at: string;
  /** Banking time. */
  readonly expires_at: string;
  readonly decided_at?: string;
}

/** The allowlist of fields of an approval that are shown. Fields without a value are omitted. */
export function toApprovalView(state: ApprovalState, decisions: readonly Decision[]): ApprovalView {
  const { id, subject_type, subject_id, subject, digest, status, requested_by, decided_at } = state;
  return {
    ...{ id, subject_type, subject_id, subject, digest, status },
    policies: state.policies.map((policy) => ({
      ...{ id: policy.id, name: policy.name, required: policy.required },
      given: givenFor(policy.id, decisions),
    })),
    decisions: decisions.map(toDecisionView),
    ...(requested_by !== null && { requested_by }),
    requested_at: state.created_at.toISOString(),
    expires_at: state.expires_at.toISOString(),
    ...(decided_at !== null && { decided_at: decided_at.toISOString() }),
  };
}

function toDecisionView({ user_name: user, decision, comment, decided_at }: Decision): DecisionView {
  return { user, decision, ...(comment !== null && { comment }), decided_at: decided_at.toISOString() };
}
