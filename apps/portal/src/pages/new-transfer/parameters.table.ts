import type { FilterField } from '../../ui/filters.js';

/** The earlier transfer from which a new one is made, or what is filled in. */
export const newTransferParameters: readonly FilterField[] = [
  { name: 'from', label: 'field.id', kind: 'text' },
  { name: 'amount', label: 'field.amount', kind: 'text' },
];
