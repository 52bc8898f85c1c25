import { Injectable } from '@nestjs/common';
import { CustomerDirectory } from '@payments/customers';
import { workContext } from '@payments/observability';
import { accountErrors } from '../domain/account.errors.js';
import type { AccountInput } from '../domain/external-account.js';

type Owner = Pick<AccountInput, 'customer_reference_id' | 'customer_resource_type'>;

/** Finds the owner of an account: an open person or business, or the enterprise itself under its own name. */
@Injectable()
export class AccountOwners {
  constructor(private readonly customers: CustomerDirectory) {}

  /**
   * The id of the customer, or of the enterprise. A customer cannot close until the end of the current unit of work.
   * @throws DomainError invalid_customer_reference_id
   */
  async idOf(owner: Owner, { mayBeClosed } = { mayBeClosed: false }): Promise<string> {
    const { customer_reference_id, customer_resource_type } = owner;
    const { enterpriseId, enterpriseName } = workContext.tenant();
    if (customer_resource_type === 'enterprise') {
      if (customer_reference_id !== enterpriseName) throw accountErrors.invalid_customer_reference_id();
      return enterpriseId;
    }
    const customer = await this.customers.findByReference(customer_reference_id);
    const isClosed = customer?.status === 'closed' && !mayBeClosed;
    if (customer === undefined || customer.customer_type !== customer_resource_type || isClosed) {
      throw accountErrors.invalid_customer_reference_id();
    }
    return customer.customer_id;
  }
}
