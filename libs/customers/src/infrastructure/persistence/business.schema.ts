import { EntitySchema } from 'typeorm';
import type { BusinessState } from '../../domain/business.js';
import { customerColumns } from './customer.schema.js';
import type { CustomerRow } from './customer.schema.js';

export type BusinessRow = CustomerRow<BusinessState, 'tax_id'>;

export const businessSchema = new EntitySchema<BusinessRow>({
  name: 'business',
  schema: 'customers',
  tableName: 'businesses',
  columns: {
    ...customerColumns,
    legal_name: { type: 'text' },
    business_name: { type: 'text', nullable: true },
    entity_type: { type: 'text', nullable: true },
    tax_id: { type: 'bytea', nullable: true },
    tax_id_type: { type: 'text', nullable: true },
    account_holder_name: { type: 'text', nullable: true },
    incorporation_date: { type: 'text', nullable: true },
  },
});
