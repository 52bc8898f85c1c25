import type { Shown } from '@payments/persistence';
import type { PaidAccount, PinnedAccount } from '@payments/transfers';
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
  readonly subject: Shown;
  /** While it is pending: the accounts of the subject as they are now. Not in events. */
  readonly accounts?: readonly PaidAccount[];
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

/** A side of a subject that is an account. */
export interface PaidParty extends PinnedAccount {
  readonly details: Shown;
}

/** The sides of a subject that are accounts: those of book transfers are none. */
export function paidPartiesOf(subject: Shown): PaidParty[] {
  return (['source', 'destination'] as const).flatMap((side) => {
    const details = (subject[side] ?? {}) as Shown;
    const { account_id, details_version } = details;
    if (typeof account_id !== 'string' || typeof details_version !== 'number') return [];
    return [{ side, account_id, details_version, details }];
  });
}
