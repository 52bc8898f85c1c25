import type { FilterField } from '../../ui/filters.js';

export const ledgerFilters: readonly FilterField[] = [
  {
    name: 'account',
    label: 'field.ledgerAccount',
    kind: 'choice',
    texts: 'ledger',
    values: [
      ...['available', 'pending', 'reserved', 'cash', 'suspense'],
      ...['clearing_ach', 'clearing_same_day_ach', 'clearing_rtp', 'clearing_fednow'],
    ],
  },
  { name: 'subledger_id', label: 'filter.subledger', kind: 'id' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
