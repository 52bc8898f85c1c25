import { DAY_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const KEPT_DAYS = 40;

/** The totals of days that no condition asks about any more. Policies, approvals and decisions are never removed. */
export const controlsRetention: readonly RetentionRule[] = [
  {
    what: 'day_totals',
    keptMs: () => KEPT_DAYS * DAY_MS,
    remove: removeRows({ table: 'controls.day_totals', key: 'day', isOld: 'r.day < $1::date' }),
  },
];
