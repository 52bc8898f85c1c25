import type { FilterField } from '../../ui/filters.js';

export const accountFilters: readonly FilterField[] = [
  {
    name: 'status',
    label: 'field.status',
    kind: 'choices',
    values: ['created', 'verified', 'rejected', 'restricted', 'closed'],
  },
  { name: 'account_reference_id', label: 'field.accountReference', kind: 'text' },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
