import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { toBusinessView } from './business.view.js';
import type { BusinessView } from './business.view.js';
import { Businesses } from './ports.js';
import type { BusinessFilter } from './ports.js';

/** The businesses of the enterprise, newest first. */
@Injectable()
export class ListBusinesses {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly businesses: Businesses,
  ) {}

  execute(filter: BusinessFilter): Promise<Page<BusinessView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.businesses.list(filter);
      return { items: items.map(toBusinessView), ...rest };
    });
  }
}
