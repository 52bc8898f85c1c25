import type { FilterField } from '../../ui/filters.js';

export const verificationFilters: readonly FilterField[] = [
  {
    name: 'verification_status',
    label: 'field.status',
    kind: 'choices',
    values: ['pending', 'valid', 'closed', 'invalid', 'failed'],
  },
  {
    name: 'ownership_status',
    label: 'field.owner',
    kind: 'choices',
    values: ['pending', 'full', 'partial', 'not_a_match', 'not_found'],
  },
  { name: 'control_status', label: 'field.control', kind: 'choices', values: ['pending', 'valid', 'canceled'] },
  { name: 'debit_status', label: 'field.debits', kind: 'choices', values: ['pending', 'valid', 'blocked', 'failed'] },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
