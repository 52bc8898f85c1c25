import { Injectable } from '@nestjs/common';
import type { Shown } from '@payments/persistence';
import { PaidAccounts } from '@payments/transfers';
import type { Approval, ApprovalState } from '../domain/approval.js';
import { digestOf } from './digest.js';
import { paidPartiesOf, toApprovalView } from './approval.view.js';
import type { ApprovalView } from './approval.view.js';
import type { StoredApproval } from './ports.js';

/** Shows approvals, those that are pending with the accounts as they are now. In the current unit of work. */
@Injectable()
export class ShowApprovals {
  constructor(private readonly paidAccounts: PaidAccounts) {}

  /** In their order. A few statements, however many there are. */
  async views(approvals: readonly Omit<StoredApproval, 'id'>[]): Promise<ApprovalView[]> {
    const subjects = await this.completed(approvals.map(({ state }) => state));
    const shown = approvals.map(({ state, decisions }, at) => ({ state: { ...state, ...subjects[at] }, decisions }));
    const paid = shown.map(({ state }) => (state.status === 'pending' ? paidPartiesOf(state.subject) : []));
    const compared = await this.paidAccounts.compare(paid);
    return shown.map(({ state, decisions }, at) => {
      const accounts = compared[at]!;
      return { ...toApprovalView(state, decisions), ...(accounts.length > 0 && { accounts }) };
    });
  }

  /** Gives approvals that an earlier release requested their whole subjects, so that nobody decides on less. */
  async complete(approvals: readonly Approval[]): Promise<void> {
    const subjects = await this.completed(approvals.map((approval) => approval.snapshot()));
    for (const [at, approval] of approvals.entries()) approval.complete(subjects[at]!);
  }

  // An earlier release showed which version of an account is paid, but not its details.
  private async completed(
    states: readonly ApprovalState[],
  ): Promise<readonly Partial<Pick<ApprovalState, 'subject' | 'digest'>>[]> {
    const lacking = states.map(({ status, subject }) =>
      status === 'pending' ? paidPartiesOf(subject).filter(({ details }) => details['fingerprint'] === undefined) : [],
    );
    const details = await this.paidAccounts.at(lacking.flat());
    return states.map(({ subject }, at) => {
      if (lacking[at]!.length === 0) return {};
      const parties = lacking[at]!.map((party): [string, Shown] => [
        party.side,
        { ...party.details, ...details(party) },
      ]);
      const whole = { ...subject, ...Object.fromEntries(parties) };
      return { subject: whole, digest: digestOf(whole) };
    });
  }
}
