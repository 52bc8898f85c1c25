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

/** The columns that can be left out; the reference always stays. */
const columns = ['party', 'direction', 'amount', 'speed', 'status', 'created'];

/** What the address of the page may say: the filters, and the columns if not all are shown. */
export const transferSearch: readonly FilterField[] = [
  ...transferFilters,
  { name: 'columns', label: 'columns.button', kind: 'choices', values: columns },
];
