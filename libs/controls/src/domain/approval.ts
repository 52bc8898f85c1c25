import { MINUTE_MS, OPERATOR } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import { isAmong } from './approver.js';
import type { ApproverFacts } from './approver.js';
import { approvalErrors } from './controls.errors.js';
import type { Approvers, Policy } from './policy.js';

/** How long a code of a second factor counts, and how long a password or code does: as for making the change. */
const CODE_MS = 15 * MINUTE_MS;
const PROOF_MS = 5 * MINUTE_MS;
const PROOF_REQUIRED =
  'A change of a control needs a password or code of the last 5 minutes. Call POST /portal/session/step-up first or, in a program, POST /authenticate.';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What an approval can be about. Changes of settings need no policy, but a setting. */
export const approvalSubjects = ['transfer', 'book_transfer', 'schedule', 'bulk_transfer', 'setting_change'] as const;
export type ApprovalSubjectType = (typeof approvalSubjects)[number];

export const verdicts = ['approve', 'reject'] as const;
export type Verdict = (typeof verdicts)[number];

/** A policy as it was when the approval was requested. */
interface RequiredPolicy {
  readonly id: string;
  readonly name: string;
  readonly required: number;
  readonly approvers: Approvers;
  readonly step_up: boolean;
}

export interface Decision {
  readonly user_name: string;
  readonly decision: Verdict;
  readonly comment: string | null;
  /** The ids of the policies that it counts for. */
  readonly policies: readonly string[];
  readonly decided_at: Date;
}

/** An approval as stored, column-shaped. */
export interface ApprovalState {
  readonly id: string;
  readonly subject_type: ApprovalSubjectType;
  readonly subject_id: string;
  /** What is approved, as approvers see it. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Of the subject, base64url. */
  readonly digest: string;
  readonly status: ApprovalStatus;
  readonly policies: readonly RequiredPolicy[];
  /** A client id or the name of a user, and the user who owns that client. Neither may decide; nor may, with `OPERATOR` as its owner, who manages clients. */
  readonly requested_by: string | null;
  readonly owner: string | null;
  /** Who else made a part of the subject, named likewise. They may not decide either. */
  readonly contributors: readonly string[];
  /** Banking time. */
  readonly expires_at: Date;
  readonly decided_at: Date | null;
  /** Counts the events. */
  readonly sequence: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ApprovalEvent extends DomainEvent<'approval_requested' | 'approval_decided'> {
  readonly sequence: number;
  /** The approval as it was right after the event. */
  readonly state: ApprovalState;
  readonly decisions: readonly Decision[];
}

export interface ApprovalChanges {
  readonly events: readonly ApprovalEvent[];
  readonly decisions: readonly Decision[];
}

/** A policy that an approval is asked for under: one of the enterprise, or one that is built in. */
export type DemandedPolicy = RequiredPolicy & Pick<Policy, 'expires_after_hours'>;

/** What an approval is asked for. */
export interface Demand extends Pick<
  ApprovalState,
  'subject_type' | 'subject_id' | 'subject' | 'digest' | 'requested_by' | 'owner'
> {
  readonly policies: readonly DemandedPolicy[];
  readonly contributors?: readonly string[];
}

/** A user who decides, and when he last gave a password or code in this session, and a code of his second factor. */
export interface Approver extends Pick<ApproverFacts, 'name' | 'role' | 'approves' | 'managesClients'> {
  readonly provedAt: Date | null;
  readonly secondFactorAt: Date | null;
}

const HOUR_MS = 60 * MINUTE_MS;

/** An approval: the only place that decides whose decisions count, and when there are enough. */
export class Approval {
  private readonly events: ApprovalEvent[] = [];
  private readonly added: Decision[] = [];

  private constructor(
    private state: ApprovalState,
    private decisions: readonly Decision[],
  ) {}

  /** It expires with the policy that waits the shortest. */
  static request(
    { policies, ...demand }: Demand,
    { id, now, at }: { readonly id: string; readonly now: Date; readonly at: Date },
  ): Approval {
    const hours = Math.min(...policies.map(({ expires_after_hours }) => expires_after_hours));
    const state: ApprovalState = {
      contributors: [],
      ...demand,
      ...{ id, status: 'pending', decided_at: null, sequence: 0, created_at: now, updated_at: now },
      policies: policies.map(({ id: policy, name, required, approvers, step_up }) => ({
        ...{ id: policy, name, required, approvers, step_up },
      })),
      expires_at: new Date(at.getTime() + hours * HOUR_MS),
    };
    const approval = new Approval(state, []);
    approval.record('approval_requested', {}, now);
    return approval;
  }

  static restore(state: ApprovalState, decisions: readonly Decision[]): Approval {
    return new Approval(state, decisions);
  }

  snapshot(): ApprovalState {
    return this.state;
  }

  decisionSnapshots(): readonly Decision[] {
    return this.decisions;
  }

  /** The changes since the approval was loaded, or since the last call. */
  takeChanges(): ApprovalChanges {
    return { events: this.events.splice(0), decisions: this.added.splice(0) };
  }

  /**
   * Records a decision. One rejection rejects; an approval counts for every policy under which the user may approve. The
   * same decision again changes nothing.
   * @throws own_approval_forbidden, not_an_approver, step_up_required, approval_subject_changed, already_decided,
   * approval_closed
   */
  decide(
    approver: Approver,
    {
      decision,
      digest,
      comment,
    }: { readonly decision: Verdict; readonly digest: string; readonly comment: string | null },
    now: Date,
  ): void {
    const { name } = approver;
    if (makerNames(approver).some((each) => this.makers().includes(each)))
      throw approvalErrors.own_approval_forbidden();
    // A policy may name who was disabled or got another role since.
    const policies = this.state.policies.filter(({ approvers }) => approver.approves && isAmong(approver, approvers));
    if (policies.length === 0) throw approvalErrors.not_an_approver();
    if (policies.some(({ step_up }) => step_up) && !isWithin(CODE_MS, approver.secondFactorAt, now)) {
      throw approvalErrors.step_up_required();
    }
    if (this.state.subject_type === 'setting_change' && !isWithin(PROOF_MS, approver.provedAt, now)) {
      throw approvalErrors.step_up_required({ message: PROOF_REQUIRED });
    }
    if (digest !== this.state.digest) throw approvalErrors.approval_subject_changed();
    const before = this.decisions.find(({ user_name }) => user_name === name);
    if (before?.decision === decision) return;
    if (before !== undefined) throw approvalErrors.already_decided();
    if (this.state.status !== 'pending') throw approvalErrors.approval_closed();
    const made = { user_name: name, decision, comment, policies: policies.map(({ id }) => id), decided_at: now };
    this.added.push(made);
    this.decisions = [...this.decisions, made];
    if (decision === 'reject') this.close('rejected', now);
    else if (this.isSatisfied()) this.close('approved', now);
    else this.record('approval_decided', {}, now);
  }

  /** Ends it without enough approvals. One that is not pending stays as it is. */
  end(status: 'expired' | 'withdrawn', now: Date): void {
    if (this.state.status === 'pending') this.close(status, now);
  }

  /** The names of those who may not decide it, or have done so, in their order. */
  closedTo(): readonly string[] {
    return [...new Set([...this.makers(), ...this.decisions.map(({ user_name }) => user_name)])].sort();
  }

  /** Takes a fuller subject with its digest. What was decided before stays. */
  complete(subject: Partial<Pick<ApprovalState, 'subject' | 'digest'>>): void {
    this.state = { ...this.state, ...subject };
  }

  /** How many approvals a policy has. */
  given(policyId: string): number {
    return givenFor(policyId, this.decisions);
  }

  private isSatisfied(): boolean {
    return this.state.policies.every(({ id, required }) => this.given(id) >= required);
  }

  // What the operator has made himself is not that of a client.
  private makers(): readonly string[] {
    const { requested_by, owner, contributors } = this.state;
    const names = [requested_by, owner, ...contributors].filter((name) => name !== null);
    return requested_by === OPERATOR ? names.filter((name) => name !== OPERATOR) : names;
  }

  private close(status: ApprovalStatus, now: Date): void {
    this.record('approval_decided', { status, decided_at: now }, now);
  }

  private record(type: ApprovalEvent['type'], change: Partial<ApprovalState>, now: Date): void {
    const sequence = this.state.sequence + 1;
    this.state = { ...this.state, ...change, sequence, updated_at: now };
    this.events.push({ type, occurredAt: now, sequence, state: this.state, decisions: this.decisions });
  }
}

/** How many of the decisions are approvals under a policy. */
export function givenFor(policyId: string, decisions: readonly Decision[]): number {
  return decisions.filter(({ decision, policies }) => decision === 'approve' && policies.includes(policyId)).length;
}

/** The names under which a user may have made something. */
export function makerNames({
  name,
  managesClients,
}: Pick<ApproverFacts, 'name' | 'managesClients'>): readonly string[] {
  return managesClients ? [name, OPERATOR] : [name];
}

function isWithin(ms: number, at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() <= ms;
}
