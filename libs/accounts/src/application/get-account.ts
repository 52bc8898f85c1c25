import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
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
    return this.unitOfWork.read(async () => {
      const account = await this.accounts.read(id);
      if (account === undefined) throw accountErrors.unknown_id();
      return toAccountView(account);
    });
  }
}
