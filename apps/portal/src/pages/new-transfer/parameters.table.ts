import type { FilterField } from '../../ui/filters.js';

/** The earlier transfer from which a new one is made, or what is filled in: an amount, or an account at its side. */
export const newTransferParameters: readonly FilterField[] = [
  { name: 'from', label: 'field.id', kind: 'text' },
  { name: 'amount', label: 'field.amount', kind: 'text' },
  { name: 'account', label: 'field.account', kind: 'id' },
  { name: 'side', label: 'field.side', kind: 'choice', values: ['source', 'destination'] },
];
