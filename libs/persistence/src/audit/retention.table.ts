import { DAY_MS } from '@payments/kernel';
import { removeRows } from '../retention/retention-rule.js';
import type { RetentionRule } from '../retention/retention-rule.js';

/** The audit log. */
export const auditRetention: readonly RetentionRule[] = [
  {
    what: 'audit',
    keptMs: ({ retention }) => retention.auditDays * DAY_MS,
    // Ids follow time, so the primary key finds the oldest.
    remove: removeRows({ table: 'platform.audit', key: 'id', isOld: 'r.id < $3 AND r.created_at < $1' }),
  },
];
