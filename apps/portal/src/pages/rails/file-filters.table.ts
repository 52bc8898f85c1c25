import type { FilterField } from '../../ui/filters.js';

export const bankFileFilters: readonly FilterField[] = [
  {
    name: 'state',
    label: 'field.state',
    kind: 'choices',
    values: ['held', 'sealed', 'uploading', 'doubtful', 'uploaded', 'acknowledged', 'refused', 'closed'],
    texts: 'status',
  },
];
