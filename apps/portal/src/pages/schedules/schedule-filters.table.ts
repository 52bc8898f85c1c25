import type { FilterField } from '../../ui/filters.js';

export const scheduleFilters: readonly FilterField[] = [
  { name: 'status', label: 'field.status', kind: 'choices', values: ['active', 'inactive'] },
  { name: 'schedule_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
