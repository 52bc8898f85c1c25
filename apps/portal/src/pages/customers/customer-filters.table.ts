import type { FilterField } from '../../ui/filters.js';

const STATUSES = ['created', 'verified', 'rejected', 'restricted', 'closed'];

/** `kind` decides which list of the API is read; the others are its parameters. */
export const customerFilters: readonly FilterField[] = [
  { name: 'kind', label: 'customers.kind', kind: 'choice', values: ['persons', 'businesses'], texts: 'customers' },
  { name: 'status', label: 'field.status', kind: 'choices', values: STATUSES },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];

/** What the list is narrowed by; the kind is a tab, no filter. */
export const narrowing = customerFilters.filter(({ name }) => name !== 'kind');
