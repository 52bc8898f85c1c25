import type { FilterField } from '../../ui/filters.js';

export const auditFilters: readonly FilterField[] = [
  { name: 'actor', label: 'field.actor', kind: 'text' },
  { name: 'action', label: 'field.action', kind: 'text' },
  { name: 'subject_type', label: 'field.subjectType', kind: 'text' },
  { name: 'subject_id', label: 'field.subject', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
