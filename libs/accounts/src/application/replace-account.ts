import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { accountErrors } from '../domain/account.errors.js';
import type { AccountInput } from '../domain/external-account.js';
import { AccountOutbox } from './account-outbox.js';
import { AccountOwners } from './account-owners.js';
import { toAccountView } from './account.view.js';
import type { AccountView } from './account.view.js';
import { ExternalAccounts } from './ports.js';

/** Replaces an external account; any change but of its metadata is verified anew. */
@Injectable()
export class ReplaceAccount {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly owners: AccountOwners,
    private readonly accounts: ExternalAccounts,
    private readonly outbox: AccountOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError unknown_id, resource_closed, invalid_account_reference_id, invalid_customer_reference_id,
   * duplicate_account_details
   */
  execute(id: string, input: AccountInput): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.find(id, { forUpdate: true });
      if (account === undefined) throw accountErrors.unknown_id();
      account.replace(input, this.clock.now());
      await this.accounts.replace({ account, ownerId: await this.owners.idOf(input) });
      await this.outbox.publish([account]);
      return toAccountView(account.snapshot());
    });
  }
}
