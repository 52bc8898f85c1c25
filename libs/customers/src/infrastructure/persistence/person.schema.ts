import { EntitySchema } from 'typeorm';
import type { PersonState } from '../../domain/person.js';
import { customerColumns } from './customer.schema.js';
import type { CustomerRow } from './customer.schema.js';

export type PersonRow = CustomerRow<PersonState, 'date_of_birth' | 'social_security_number'>;

export const personSchema = new EntitySchema<PersonRow>({
  name: 'person',
  schema: 'customers',
  tableName: 'persons',
  columns: {
    ...customerColumns,
    first_name: { type: 'text' },
    middle_name: { type: 'text', nullable: true },
    last_name: { type: 'text' },
    date_of_birth: { type: 'bytea' },
    social_security_number: { type: 'bytea', nullable: true },
  },
});
