import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { VerifyAccounts } from './ports.js';
import type { Numbers, VerificationFilter } from './ports.js';
import { toVerifyAccountView } from './verify-account.view.js';
import type { VerifyAccountView } from './verify-account.view.js';

/** The verifications of the enterprise, newest first. */
@Injectable()
export class ListVerifications {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: VerifyAccounts,
  ) {}

  execute(filter: VerificationFilter): Promise<Page<VerifyAccountView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.accounts.list(filter);
      return { items: items.map(toVerifyAccountView), ...rest };
    });
  }

  /** Those of one account, however its number is written. */
  search(numbers: Numbers): Promise<VerifyAccountView[]> {
    return this.unitOfWork.read(async () => (await this.accounts.search(numbers)).map(toVerifyAccountView));
  }
}
