import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { ListQuery, Page } from '@payments/platform';
import { accountErrors } from '../domain/account.errors.js';
import { toAccountView } from './account.view.js';
import type { AccountView } from './account.view.js';
import { ExternalAccounts } from './ports.js';

@Injectable()
export class GetAccount {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: ExternalAccounts,
  ) {}

  /** @throws DomainError unknown_id */
  execute(id: string): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.find(id);
      if (account === undefined) throw accountErrors.unknown_id();
      return toAccountView(account.snapshot());
    });
  }
}

/** The external accounts of the enterprise, newest first. */
@Injectable()
export class ListAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: ExternalAccounts,
  ) {}

  execute(query: ListQuery): Promise<Page<AccountView>> {
    return this.unitOfWork.run(async () => {
      const { items, ...rest } = await this.accounts.list(query);
      return { items: items.map((account) => toAccountView(account.snapshot())), ...rest };
    });
  }
}
