import { DAY_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

const KEPT_DAYS = 40;

const USED = {
  keptMs: () => KEPT_DAYS * DAY_MS,
} as const;

/**
 * The totals of days that no condition asks about any more, and usage that no window reaches. Policies, limits, approvals and
 * decisions are never removed.
 */
export const controlsRetention: readonly RetentionRule[] = [
  {
    what: 'day_totals',
    keptMs: () => KEPT_DAYS * DAY_MS,
    remove: removeRows({ table: 'controls.day_totals', key: 'day', isOld: 'r.day < $1::date' }),
  },
  {
    ...{ what: 'limit_usage', ...USED },
    remove: removeRows({ table: 'controls.usage', key: 'bucket', isOld: 'r.bucket < $1' }),
  },
  {
    ...{ what: 'limit_counts', ...USED },
    remove: removeRows({
      table: 'controls.counted',
      key: 'transfer_id',
      isOld: 'r.transfer_id < $3 AND r.bucket < $1',
    }),
  },
];
