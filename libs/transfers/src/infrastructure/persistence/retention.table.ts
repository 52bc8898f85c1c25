import { DAY_MS } from '@payments/kernel';
import { removeRows } from '@payments/persistence';
import type { RetentionRule } from '@payments/persistence';

// An end-to-end id has the id of its leg behind its first letter.
const IS_STILL_ABOUT = `
  SELECT FROM transfers.legs l JOIN transfers.transfers t ON t.enterprise_id = l.enterprise_id AND t.id = l.transfer_id
  WHERE l.enterprise_id = r.enterprise_id
    AND l.id = CASE WHEN r.end_to_end_id ~ '^P[0-9a-f]{32}' THEN substr(r.end_to_end_id, 2, 32)::uuid END
    AND (t.status NOT IN ('settled', 'failed') OR t.updated_at >= $1)`;

/** What stays of the exchange with the processor. Transfers, legs and histories are kept for good. */
export const transferRetention: readonly RetentionRule[] = [
  {
    what: 'processor_results',
    keptMs: ({ retention }) => retention.resultDays * DAY_MS,
    // A result that is told again is known as long as it is here. What was never applied is open, and stays.
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
