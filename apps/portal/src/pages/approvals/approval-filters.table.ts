import type { FilterField } from '../../ui/filters.js';

export const SHARES = ['mine', 'waiting', 'decided'] as const;

/** Which approvals the page lists. */
export const approvalFilters: readonly FilterField[] = [
  { name: 'show', label: 'field.status', kind: 'choice', values: SHARES },
];
