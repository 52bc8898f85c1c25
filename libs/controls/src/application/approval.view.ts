import type { Shown } from '@payments/persistence';
import type { AccountToday, DatedDetails, PaidDetails } from '@payments/transfers';
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

/** The details of an account at some time. Of the number only the end is shown, and what tells it from another one. */
export interface AccountDetailsView extends PaidDetails {
  readonly customer_reference_id: string;
  readonly details_version: number;
  readonly changed_at: string;
  /** A client id or the name of a portal user. */
  readonly changed_by?: string;
}

/** What of its details may differ. */
export const DETAIL_FIELDS = [
  'customer_reference_id',
  'customer_resource_type',
  'account_holder_name',
  'account_type',
  'routing_number',
  'account_number',
] as const;

/** An account that the subject pays or debits, as it is now: what was approved stays as the subject says. */
export interface ApprovalAccountView {
  readonly side: 'source' | 'destination';
  readonly account_id: string;
  readonly status: string;
  /** Which details are not those of the subject any more. */
  readonly differences: readonly (typeof DETAIL_FIELDS)[number][];
  readonly current: AccountDetailsView;
  /** What became of the details within 30 days, newest first. */
  readonly recent_changes: readonly AccountDetailsView[];
}

/** An approval on the wire, in responses and events. */
export interface ApprovalView {
  readonly id: string;
  readonly subject_type: ApprovalSubjectType;
  readonly subject_id: string;
  readonly subject: Shown;
  /** While it is pending: the accounts of the subject as they are now. Not in events. */
  readonly accounts?: readonly ApprovalAccountView[];
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
export interface PaidParty {
  readonly side: 'source' | 'destination';
  readonly account_id: string;
  readonly details_version: number;
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

/** Compares what the subject pays with the account as it is. */
export function comparisonOf(
  { side, account_id, details }: PaidParty,
  { status, current, recent }: AccountToday,
): ApprovalAccountView {
  // Numbers with the same end differ in their fingerprints.
  const isOther = (field: keyof PaidDetails | keyof DatedDetails) => details[field] !== current[field];
  const differences = DETAIL_FIELDS.filter((field) => isOther(field === 'account_number' ? 'fingerprint' : field));
  return {
    ...{ side, account_id, status, differences, current: toDetailsView(current) },
    recent_changes: recent.map(toDetailsView),
  };
}

function toDetailsView({
  created_at,
  created_by,
  customer_reference_id,
  ...details
}: DatedDetails): AccountDetailsView {
  return {
    ...{ ...details, customer_reference_id },
    changed_at: created_at.toISOString(),
    ...(created_by !== null && { changed_by: created_by }),
  };
}
