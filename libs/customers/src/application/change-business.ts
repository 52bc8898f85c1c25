import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Business, BusinessInput, BusinessPatch } from '../domain/business.js';
import { businessErrors, customerErrors } from '../domain/customer.errors.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { Businesses } from './ports.js';

const HELD = { forUpdate: true };

interface Change {
  readonly find: () => Promise<Business | undefined>;
  readonly unknown: () => DomainError;
  readonly make: (business: Business, now: Date) => void;
}

/** Changes a business, one writer at a time; another identity is verified anew. */
@Injectable()
export class ChangeBusiness {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly businesses: Businesses,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces everything that answers show.
   * @throws DomainError unknown_id, resource_closed, invalid_customer_reference_id, invalid_phone_value, missing_…
   */
  replace(id: string, input: BusinessInput): Promise<BusinessView> {
    return this.byId(id, (business, now) => replaced(business, input, now));
  }

  /**
   * As `replace`.
   * @throws DomainError invalid_customer_reference_id, resource_closed, invalid_phone_value, missing_…
   */
  replaceByReference(input: BusinessInput): Promise<BusinessView> {
    return this.change({
      find: () => this.businesses.findByReference(input.customer_reference_id, HELD),
      unknown: customerErrors.invalid_customer_reference_id,
      make: (business, now) => replaced(business, input, now),
    });
  }

  /** Changes what is sent. @throws DomainError as `replace` */
  patch(id: string, patch: BusinessPatch): Promise<BusinessView> {
    return this.byId(id, (business, now) => {
      business.patch(patch, now);
      demandDetails(business);
    });
  }

  /** Closes for good; a second time answers the same. @throws DomainError unknown_id */
  close(id: string): Promise<BusinessView> {
    return this.byId(id, (business, now) => business.close(now));
  }

  private byId(id: string, make: Change['make']): Promise<BusinessView> {
    return this.change({ find: () => this.businesses.find(id, HELD), unknown: businessErrors.unknown_id, make });
  }

  private change({ find, unknown, make }: Change): Promise<BusinessView> {
    return this.unitOfWork.run(async () => {
      const business = await find();
      if (business === undefined) throw unknown();
      make(business, this.clock.now());
      if (business.isChanged) await Promise.all([this.businesses.save([business]), this.outbox.publish([business])]);
      return toBusinessView(business.snapshot());
    });
  }
}

function replaced(business: Business, input: BusinessInput, now: Date): void {
  business.replace(input, now);
  demandDetails(business);
}

function demandDetails(business: Business): void {
  const { settings } = workContext.tenant();
  if (settings.customer_requirements === 'at_registration') business.demandTransferDetails();
}
