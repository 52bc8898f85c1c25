import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { toAccountView } from './account.view.js';
import type { AccountView } from './account.view.js';
import { ExternalAccounts } from './ports.js';
import type { AccountFilter } from './ports.js';

/** The external accounts of the enterprise, newest first. */
@Injectable()
export class ListAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: ExternalAccounts,
  ) {}

  execute(filter: AccountFilter): Promise<Page<AccountView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.accounts.list(filter);
      return { items: items.map(toAccountView), ...rest };
    });
  }
}
