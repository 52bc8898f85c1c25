import type { Shown } from './shown.js';

/** What somebody has to approve, besides transfers. */
export interface ApprovalSubject {
  readonly type: 'book_transfer' | 'schedule' | 'bulk_transfer' | 'setting_change';
  readonly id: string;
  /** Everything that decides what happens. */
  readonly shown: Shown;
  /** Who made it: a client id or the name of a portal user, and the portal user who owns that client. Neither may approve. */
  readonly maker: { readonly created_by: string | null; readonly owner: string | null };
  /** Client ids and names of portal users who made a part of it, and the owners of these clients. They may not approve either. */
  readonly contributors?: readonly string[];
  /** What the conditions of policies are about. A condition on something that is not given here does not match. */
  readonly facts: ApprovalFacts;
  /** A rule that always applies to the subject, with the policies that match. */
  readonly rule?: ApprovalRule;
}

export interface ApprovalFacts {
  /** Cents; of a subject with several payments, their sum. */
  readonly amount?: bigint;
  readonly use_case?: string;
  readonly speed?: string;
  readonly origin?: string;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export interface ApprovalRule {
  readonly name: string;
  readonly roles: readonly ('admin' | 'payment_approver')[];
}

/** An approval that a subject waits for. */
export interface DemandedApproval {
  readonly id: string;
  /** The queue of the task, with the id as its subject, that ends the wait at the latest. */
  readonly queue: string;
  /** Banking time. */
  readonly expires_at: Date;
}

/** Says what needs approvals, for contexts that do not manage them. Everything happens in the current unit of work. */
export abstract class Approvals {
  /**
   * Requests the approval that policies demand. Undefined if they demand none. Lock what belongs to the subject before, and
   * balances after: the totals of policies lock rows of their own.
   */
  abstract demand(subject: ApprovalSubject): Promise<DemandedApproval | undefined>;
  /** Closes the approvals of subjects that nobody wants any more. Those that are decided stay as they are. */
  abstract withdraw(type: ApprovalSubject['type'], subjectIds: readonly string[]): Promise<void>;
}
