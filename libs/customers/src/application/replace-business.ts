import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';
import type { BusinessInput } from '../domain/business.js';
import { businessErrors } from '../domain/customer.errors.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { Businesses } from './ports.js';

/** Replaces everything that answers show of a business; another identity is verified anew. */
@Injectable()
export class ReplaceBusiness {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly businesses: Businesses,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError unknown_id, resource_closed, invalid_customer_reference_id, invalid_phone_value, missing_… */
  execute(id: string, input: BusinessInput): Promise<BusinessView> {
    const { settings } = workContext.tenant();
    return this.unitOfWork.run(async () => {
      const business = await this.businesses.find(id, { forUpdate: true });
      if (business === undefined) throw businessErrors.unknown_id();
      business.replace(input, this.clock.now());
      if (settings.customer_requirements === 'at_registration') business.demandTransferDetails();
      await Promise.all([this.businesses.save([business]), this.outbox.publish([business])]);
      return toBusinessView(business.snapshot());
    });
  }
}
