import type { FilterField } from '../../ui/filters.js';

export const RANGES = ['24h', '7d', '30d', 'custom'] as const;

/** The time that the home page shows; `start_time` and `end_time` are days of a custom one. */
export const homeFilters: readonly FilterField[] = [
  { name: 'range', label: 'home.range', kind: 'choice', values: RANGES },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
];
