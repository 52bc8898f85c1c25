import type { FilterField } from '../../ui/filters.js';

/** The customer to whom the account belongs. */
export const newAccountParameters: readonly FilterField[] = [
  { name: 'customer', label: 'field.customerReference', kind: 'text' },
  { name: 'kind', label: 'customers.kind', kind: 'choice', values: ['person', 'business'] },
  { name: 'holder', label: 'field.holder', kind: 'text' },
];
