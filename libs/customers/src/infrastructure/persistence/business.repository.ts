import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { FieldCipher } from '@payments/persistence';
import type { Conditions } from '@payments/persistence';
import type { ShownBusiness } from '../../application/business.view.js';
import type { Businesses, BusinessFilter } from '../../application/ports.js';
import { Business } from '../../domain/business.js';
import { businessSchema } from './business.schema.js';
import type { BusinessRow } from './business.schema.js';
import { customerConditions, CustomerRepository } from './customer.repository.js';

@Injectable()
export class BusinessRepository
  extends CustomerRepository<Business, BusinessRow, ShownBusiness, BusinessFilter>
  implements Businesses
{
  protected readonly schema = businessSchema;
  protected readonly table = 'customers.businesses';
  protected readonly ownColumns =
    'legal_name, business_name, entity_type, tax_id_type, account_holder_name, incorporation_date';
  protected readonly conditions: Conditions<BusinessFilter> = {
    ...customerConditions,
    legal_name: (value) => `listed.legal_name = ${value}`,
  };

  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  protected async seal(business: Business): Promise<BusinessRow> {
    const state = business.snapshot();
    const enterprise_id = workContext.enterpriseId();
    const tax_id = state.tax_id === null ? null : await this.cipher.seal(this.place(state.id), state.tax_id);
    return { ...state, enterprise_id, tax_id };
  }

  protected async open(row: BusinessRow): Promise<Business> {
    const tax_id = row.tax_id === null ? null : await this.cipher.open(this.place(row.id), row.tax_id);
    return Business.restore({ ...row, tax_id });
  }

  protected openShown(rows: readonly ShownBusiness[]): Promise<readonly ShownBusiness[]> {
    return Promise.resolve(rows);
  }

  private place(rowId: string) {
    return { enterpriseId: workContext.enterpriseId(), table: this.table, column: 'tax_id', rowId };
  }
}
