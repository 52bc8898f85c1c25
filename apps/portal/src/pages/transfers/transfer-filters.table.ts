import type { FilterField } from '../../ui/filters.js';

export const transferFilters: readonly FilterField[] = [
  {
    name: 'status',
    label: 'field.status',
    kind: 'choices',
    values: ['created', 'pending', 'completed', 'settled', 'failed'],
  },
  { name: 'transfer_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  { name: 'account_reference_id', label: 'field.accountReference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
