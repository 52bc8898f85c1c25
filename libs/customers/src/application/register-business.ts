import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Business } from '../domain/business.js';
import type { BusinessInput } from '../domain/business.js';
import { customerErrors } from '../domain/customer.errors.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { Businesses } from './ports.js';

/** Registers a business for verification. */
@Injectable()
export class RegisterBusiness {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly businesses: Businesses,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError duplicate_customer_reference_id, invalid_phone_value; missing_… where the enterprise demands more */
  execute(input: BusinessInput): Promise<BusinessView> {
    const { enterpriseName, settings } = workContext.tenant();
    return this.unitOfWork.run(async () => {
      const business = Business.register(input, { id: newId(), now: this.clock.now() });
      if (settings.customer_requirements === 'at_registration') business.demandTransferDetails();
      if (input.customer_reference_id === enterpriseName) throw customerErrors.duplicate_customer_reference_id();
      await Promise.all([this.businesses.add(business), this.outbox.publish([business])]);
      return toBusinessView(business.snapshot());
    });
  }
}
