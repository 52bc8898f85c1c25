import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '@payments/accounts';
import { Ledger } from '@payments/ledger';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { BankingTime, EnterpriseRails } from '@payments/transfers';
import type { BankingMoment } from '@payments/transfers';
import type { Rail } from '../domain/probe.js';
import { isEnded } from '../domain/statuses.js';
import type { ScheduledStep } from '../domain/verify-account-state.js';
import type { VerifyAccount } from '../domain/verify-account.js';
import type { Timetable } from '../domain/verify-steps.js';
import { VerifyAccounts } from './ports.js';
import type { ChangedAccount } from './ports.js';
import { graceOf, probeTimetable } from './probe-timetable.js';
import { verifyQueues } from './queues.js';

const QUEUE_OF: Readonly<Record<ScheduledStep['kind'], string>> = {
  examine: verifyQueues.examination,
  submit: verifyQueues.submissions,
  clear: verifyQueues.clearances,
  expire: verifyQueues.codes,
};

/** The input of a step besides the verifications: the time, and the windows of the bank. */
export interface StepContext extends BankingMoment {
  readonly timetable: Timetable;
  readonly graceMs: (rail: Rail) => number;
}

/**
 * The only way to advance verifications: they are locked, the step runs, and its changes are written with what follows:
 * events, ledger entries, scheduled steps, and, where the enterprise wants it, the status of the external account.
 */
@Injectable()
export class VerifySteps {
  constructor(
    private readonly accounts: VerifyAccounts,
    private readonly bankingTime: BankingTime,
    private readonly enterpriseRails: EnterpriseRails,
    private readonly tasks: Tasks,
    private readonly ledger: Ledger,
    private readonly directory: AccountDirectory,
  ) {}

  /** In the current unit of work. Returns the result of the step. */
  async take<T>(
    which: Parameters<VerifyAccounts['lock']>[0],
    step: (accounts: readonly VerifyAccount[], context: StepContext) => T | Promise<T>,
  ): Promise<T> {
    const time = await this.bankingTime.read();
    const accounts = await this.accounts.lock(which);
    const offered = this.enterpriseRails.of(workContext.enterpriseId());
    const context = { ...time, timetable: probeTimetable(offered), graceMs: graceOf(offered) };
    const result = await step(accounts, context);
    await this.save(accounts, time);
    return result;
  }

  // The balances come last, so that they are locked briefly.
  private async save(accounts: readonly VerifyAccount[], time: BankingMoment): Promise<void> {
    const changed = accounts.map((account) => ({ account, changes: account.takeChanges() }));
    await this.accounts.save(changed);
    await this.gate(changed);
    const steps = changed.flatMap(({ changes }) => changes.steps);
    await this.tasks.schedule(
      steps.map((step) => ({ queue: QUEUE_OF[step.kind], subjectId: step.subject_id, ...time.due(step) })),
    );
    await this.ledger.post(changed.flatMap(({ changes }) => changes.postings));
  }

  private async gate(changed: readonly ChangedAccount[]): Promise<void> {
    if (workContext.tenant().settings.verify_gates_accounts !== true) return;
    for (const { account, changes } of changed) {
      const state = account.snapshot();
      const { external_account_id, verification_status, account_number } = state;
      if (changes.events.length === 0 || external_account_id === null || !isEnded(verification_status)) continue;
      // Its numbers are erased long after its end, and so after this.
      if (account_number === null) continue;
      const because = verification_status === 'closed' ? 'closed' : 'unknown';
      await this.directory.reject(external_account_id, { ...state, account_number }, because);
    }
  }
}
