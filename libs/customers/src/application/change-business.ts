import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Business, BusinessInput, BusinessPatch } from '../domain/business.js';
import { businessErrors } from '../domain/customer.errors.js';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { ChangeCustomer } from './change-customer.js';
import { CustomerOutbox } from './customer-outbox.js';
import { Businesses } from './ports.js';

@Injectable()
export class ChangeBusiness extends ChangeCustomer<Business, BusinessInput, BusinessPatch, BusinessView> {
  protected readonly unknownId = businessErrors.unknown_id;

  constructor(unitOfWork: UnitOfWork, businesses: Businesses, outbox: CustomerOutbox, clock: Clock) {
    super(unitOfWork, businesses, outbox, clock);
  }

  protected view(business: Business): BusinessView {
    return toBusinessView(business.snapshot());
  }

  protected checkDetails(business: Business): void {
    const { settings } = workContext.tenant();
    if (settings.customer_requirements === 'at_registration') business.demandTransferDetails();
  }
}
