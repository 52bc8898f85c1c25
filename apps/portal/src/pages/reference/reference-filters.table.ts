import type { FilterField } from '../../ui/filters.js';

export const PARTS = ['events', 'reasons', 'roles'] as const;

/** The part that is shown; the first one unless it is named. */
export const referenceParameters: readonly FilterField[] = [
  { name: 'part', label: 'field.type', kind: 'choice', values: PARTS },
];
