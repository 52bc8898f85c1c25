import { DAY_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

// An end-to-end id has the id of its leg behind its first letter.
const IS_STILL_ABOUT = `
  SELECT FROM transfers.legs l JOIN transfers.transfers t ON t.enterprise_id = l.enterprise_id AND t.id = l.transfer_id
  WHERE l.enterprise_id = r.enterprise_id
    AND l.id = CASE WHEN r.end_to_end_id ~ '^P[0-9a-f]{32}' THEN substr(r.end_to_end_id, 2, 32)::uuid END
    AND (t.status NOT IN ('settled', 'failed') OR t.updated_at >= $1)`;

/** Retention of the processor's results and of reconciliation breaks. Transfers, legs and histories are never deleted. */
export const transferRetention: readonly RetentionRule[] = [
  {
    what: 'processor_results',
    keptMs: ({ retention }) => retention.resultDays * DAY_MS,
    // A repeated report is recognized as long as its row exists. Results that were never applied are kept.
    remove: removeRows({
      ...{ table: 'transfers.processor_results', key: 'id' },
      isOld: `r.id < $3 AND r.applied_at < $1 AND NOT EXISTS (${IS_STILL_ABOUT})`,
    }),
  },
  {
    what: 'reconciliation_breaks',
    keptMs: ({ retention }) => retention.breakDays * DAY_MS,
    remove: removeRows({
      ...{ table: 'transfers.reconciliation_breaks', key: 'end_to_end_id' },
      isOld: 'r.resolved_at < $1',
    }),
  },
];
