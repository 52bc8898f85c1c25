import type { FilterField } from '../../ui/filters.js';

/** The customer to whom the account belongs, and the side of a new transfer that waits for it. */
export const newAccountParameters: readonly FilterField[] = [
  { name: 'customer', label: 'field.customerReference', kind: 'text' },
  { name: 'kind', label: 'customers.kind', kind: 'choice', values: ['person', 'business', 'enterprise'] },
  { name: 'holder', label: 'field.holder', kind: 'text' },
  { name: 'for', label: 'field.side', kind: 'choice', values: ['source', 'destination'] },
];
