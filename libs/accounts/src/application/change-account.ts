import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { accountErrors } from '../domain/account.errors.js';
import type { AccountInput, AccountPatch, ExternalAccount } from '../domain/external-account.js';
import { AccountOutbox } from './account-outbox.js';
import { AccountOwners } from './account-owners.js';
import { toAccountView } from './account.view.js';
import type { AccountView } from './account.view.js';
import { ExternalAccounts } from './ports.js';

const HELD = { forUpdate: true };

/** Changes an external account, one writer at a time. Every change except to its metadata is verified again. */
@Injectable()
export class ChangeAccount {
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
  replace(id: string, input: AccountInput): Promise<AccountView> {
    return this.unitOfWork.run(async () => this.replaceFound(await this.held(id), input));
  }

  /** As `replace`, but for an unknown account. @throws DomainError unknown_account_reference_id */
  replaceByReference(input: AccountInput): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.findByReference(input.account_reference_id, HELD);
      if (account === undefined) throw accountErrors.unknown_account_reference_id();
      return this.replaceFound(account, input);
    });
  }

  /** Changes the fields that are sent. A customer that is not sent may be closed by now. @throws DomainError as `replace` */
  patch(id: string, patch: AccountPatch): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const account = await this.held(id);
      account.patch(patch, this.clock.now());
      const mayBeClosed = (patch.customer_reference_id ?? patch.customer_resource_type) === undefined;
      const ownerId = await this.owners.idOf(account.snapshot(), { mayBeClosed });
      return this.saved(account, ownerId);
    });
  }

  /** Closes the account permanently. Closing it again is a no-op. @throws DomainError unknown_id */
  close(id: string): Promise<AccountView> {
    return this.unitOfWork.run(async () => {
      const account = await this.held(id);
      if (account.snapshot().status === 'closed') return toAccountView(account.snapshot());
      account.close(this.clock.now());
      await this.accounts.saveStatus([account]);
      return this.publish(account);
    });
  }

  private async replaceFound(account: ExternalAccount, input: AccountInput): Promise<AccountView> {
    account.replace(input, this.clock.now());
    return this.saved(account, await this.owners.idOf(input));
  }

  private async held(id: string): Promise<ExternalAccount> {
    const account = await this.accounts.find(id, HELD);
    if (account === undefined) throw accountErrors.unknown_id();
    return account;
  }

  private async saved(account: ExternalAccount, ownerId: string): Promise<AccountView> {
    if (!account.isChanged) return toAccountView(account.snapshot());
    await this.accounts.replace({ account, ownerId });
    return this.publish(account);
  }

  private async publish(account: ExternalAccount): Promise<AccountView> {
    await this.outbox.publish([account]);
    return toAccountView(account.snapshot());
  }
}
