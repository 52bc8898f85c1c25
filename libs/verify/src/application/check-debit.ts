import { Injectable } from '@nestjs/common';
import { DAY_MS, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { EnterpriseRails } from '@payments/transfers';
import { numbersOf } from '../domain/verify-account-state.js';
import { verifyErrors } from '../domain/verify.errors.js';
import { MOST_OF_ONE_ACCOUNT, tooManyRequests } from './limits.js';
import { VerifyAccounts } from './ports.js';
import { achRailOf } from './probe-timetable.js';
import { toVerifyAccountView } from './verify-account.view.js';
import type { VerifyAccountView } from './verify-account.view.js';
import { VerifySteps } from './verify-steps.js';

/** Begins a debit check of a valid account, unless one goes on or was passed. */
@Injectable()
export class CheckDebit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: VerifySteps,
    private readonly accounts: VerifyAccounts,
    private readonly enterpriseRails: EnterpriseRails,
  ) {}

  /** @throws unknown_id, account_not_valid, too_many_requests */
  async execute(id: string): Promise<VerifyAccountView> {
    if (!isUuid(id)) throw verifyErrors.unknown_id();
    const rail = achRailOf(this.enterpriseRails.of(workContext.enterpriseId())) ?? 'ach';
    return this.unitOfWork.run(() =>
      this.steps.take({ ids: [id] }, async ([account], context) => {
        if (account === undefined) throw verifyErrors.unknown_id();
        if (account.checkDebit(rail, { ...context, newProbeId: newId })) {
          const since = new Date(context.now.getTime() - DAY_MS);
          const { debitChecks } = await this.accounts.usage(numbersOf(account.snapshot()), since);
          if (debitChecks >= MOST_OF_ONE_ACCOUNT) throw tooManyRequests();
        }
        return toVerifyAccountView(account.snapshot());
      }),
    );
  }
}
