import type { FilterField } from '../../ui/filters.js';

export const newCustomerParameters: readonly FilterField[] = [
  { name: 'kind', label: 'customers.kind', kind: 'choice', values: ['persons', 'businesses'] },
];
