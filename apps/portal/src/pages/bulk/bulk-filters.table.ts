import type { FilterField } from '../../ui/filters.js';

export const bulkFilters: readonly FilterField[] = [
  {
    ...{ name: 'status', label: 'field.status', kind: 'choices' },
    values: [
      ...['uploading', 'validating', 'invalid', 'ready', 'running'],
      ...['completed', 'completed_with_errors', 'failed', 'canceled'],
    ],
  },
  { name: 'bulk_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];

/** Which rows of one file. */
export const bulkRowFilters: readonly FilterField[] = [
  {
    ...{ name: 'status', label: 'field.status', kind: 'choices' },
    values: ['valid', 'refused', 'created', 'skipped'],
  },
];
