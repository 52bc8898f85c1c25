import type { FilterField } from '../../ui/filters.js';

/** The transfer whose outcome is to be set. */
export const sandboxParameters: readonly FilterField[] = [
  { name: 'transfer', label: 'sandbox.transfer', kind: 'text' },
];
