import type { FilterField } from '../../ui/filters.js';

export const deliveryFilters: readonly FilterField[] = [
  { name: 'status', label: 'field.status', kind: 'choices', values: ['pending', 'delivered', 'failed', 'held'] },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
