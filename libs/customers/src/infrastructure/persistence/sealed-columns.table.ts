import type { SealedTable } from '@payments/persistence';

/** Birth dates and tax ids. */
export const customerSealedTables: readonly SealedTable[] = [
  { table: 'customers.persons', row: { id: 'uuid' }, columns: ['date_of_birth', 'social_security_number'] },
  { table: 'customers.businesses', row: { id: 'uuid' }, columns: ['tax_id'] },
];
