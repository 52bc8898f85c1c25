import { Injectable } from '@nestjs/common';
import { CustomerDirectory } from '@payments/customers';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { accountErrors } from '../domain/account.errors.js';
import type { AccountView } from './account.view.js';
import type { AccountFilter } from './ports.js';
import { ListAccounts } from './list-accounts.js';

/** The external accounts of one person or business, newest first. */
@Injectable()
export class ListCustomerAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly customers: CustomerDirectory,
    private readonly accounts: ListAccounts,
  ) {}

  /** @throws DomainError unknown_id when there is no such customer */
  execute(
    customer: { readonly type: 'person' | 'business'; readonly id: string },
    filter: AccountFilter,
  ): Promise<Page<AccountView>> {
    const { type, id } = customer;
    return this.unitOfWork.read(async () => {
      const customer_reference_id = await this.customers.referenceOf(type, id);
      if (customer_reference_id === undefined) {
        throw accountErrors.unknown_id({ message: `No ${type} with this id exists.` });
      }
      return this.accounts.execute({ ...filter, customer_reference_id });
    });
  }
}
