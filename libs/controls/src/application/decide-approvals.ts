import { Injectable } from '@nestjs/common';
import { Clock, DomainError, isUuid, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import type { Verdict } from '../domain/approval.js';
import { approvalErrors } from '../domain/controls.errors.js';
import { ApprovalSteps } from './approval-steps.js';
import type { ApprovalView } from './approval.view.js';
import { ApproverDirectory } from './ports.js';
import { ShowApprovals } from './show-approvals.js';

/** The portal user who decides. */
export interface DecidingUser {
  readonly name: string;
  /** When he last gave a password or code in this session, and a code of his second factor; null if he did not. */
  readonly provedAt: Date | null;
  readonly secondFactorAt: Date | null;
}

export interface DecisionInput {
  readonly decision: Verdict;
  readonly digest: string;
  readonly comment?: string;
}

/** What became of one decision of several. */
export interface DecisionOutcome {
  readonly id: string;
  readonly outcome: 'decided' | 'refused';
  readonly error_code?: string;
}

/**
 * Records decisions of portal users. The approval is locked, so of two users who decide at once the second one knows of the
 * first, and what is approved is resumed once.
 */
@Injectable()
export class DecideApprovals {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: ApprovalSteps,
    private readonly directory: ApproverDirectory,
    private readonly showApprovals: ShowApprovals,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws unknown_id, own_approval_forbidden, not_an_approver, step_up_required, approval_subject_changed,
   * already_decided, approval_closed
   */
  execute(id: string, user: DecidingUser, input: DecisionInput): Promise<ApprovalView> {
    if (!isUuid(id)) throw approvalErrors.unknown_id();
    const { decision, digest, comment = null } = input;
    return this.unitOfWork.run(() =>
      this.steps.take([id], async ([approval]) => {
        if (approval === undefined) throw approvalErrors.unknown_id();
        const known = (await this.directory.all()).find(({ name }) => name === user.name);
        const { role = '', approves = false, managesClients = false } = known ?? {};
        await this.showApprovals.complete([approval]);
        const { length } = approval.decisionSnapshots();
        approval.decide({ ...user, role, approves, managesClients }, { decision, digest, comment }, this.clock.now());
        const decisions = approval.decisionSnapshots();
        if (decisions.length > length) {
          const { subject_type, subject_id, status } = approval.snapshot();
          const after = { decision, comment, subject_type, subject_id, status };
          await this.audit.record({ action: `approval.${decision}`, subject_type: 'approval', subject_id: id, after });
        }
        const [view] = await this.showApprovals.views([{ state: approval.snapshot(), decisions }]);
        return view!;
      }),
    );
  }

  /** Each in a unit of work of its own. */
  async executeAll(
    items: readonly { readonly id: string; readonly digest: string }[],
    user: DecidingUser,
    input: Omit<DecisionInput, 'digest'>,
  ): Promise<readonly DecisionOutcome[]> {
    const outcomes: DecisionOutcome[] = [];
    for (const { id, digest } of items) {
      try {
        await this.execute(id, user, { ...input, digest });
        outcomes.push({ id, outcome: 'decided' });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        outcomes.push({ id, outcome: 'refused', error_code: error.code });
      }
    }
    return outcomes;
  }
}
