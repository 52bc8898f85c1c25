import type { FilterField } from '../../ui/filters.js';

export const subledgerFilters: readonly FilterField[] = [
  { name: 'subledger_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'customer_reference_id', label: 'field.customerReference', kind: 'text' },
  {
    ...{ name: 'closed_with_balance', label: 'subledgers.closedWithBalance', kind: 'choice' },
    ...{ values: ['true'], texts: 'closedWithBalance' },
  },
];

export const bookTransferFilters: readonly FilterField[] = [
  { name: 'status', label: 'field.status', kind: 'choices', values: ['created', 'completed', 'failed'] },
  { name: 'book_transfer_reference_id', label: 'field.reference', kind: 'text' },
  { name: 'subledger_reference_id', label: 'subject.subledger_reference_id', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];

/** What links put into the forms. */
export const newSubledgerParameters: readonly FilterField[] = [
  { name: 'customer', label: 'field.customer', kind: 'text' },
];
export const newBookTransferParameters: readonly FilterField[] = [
  { name: 'source', label: 'field.reference', kind: 'text' },
  { name: 'destination', label: 'field.reference', kind: 'text' },
];
