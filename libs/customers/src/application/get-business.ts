import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { businessErrors } from '../domain/customer.errors.js';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { Businesses } from './ports.js';

@Injectable()
export class GetBusiness {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly businesses: Businesses,
  ) {}

  /** @throws DomainError unknown_id */
  execute(id: string): Promise<BusinessView> {
    return this.unitOfWork.read(async () => {
      const business = await this.businesses.read(id);
      if (business === undefined) throw businessErrors.unknown_id();
      return toBusinessView(business);
    });
  }
}
