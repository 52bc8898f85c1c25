import { cheapInvariant } from '@payments/persistence';
import type { Invariant } from '@payments/persistence';
import { reportQueues } from '../../application/queues.js';

const FILES_STAND = `interval '30 days'`;

/** Every rule that always holds of reports. */
export const reportInvariants: readonly Invariant[] = [
  cheapInvariant(
    'no-stuck-report',
    'an unfinished report has a task',
    `SELECT r.id::text AS subject, format('it is %s, but has no task', r.status) AS message
     FROM reports.reports r
     WHERE r.enterprise_id = $1 AND r.status IN ('created', 'pending') AND NOT EXISTS (
       SELECT FROM platform.tasks t
       WHERE t.enterprise_id = $1 AND t.queue = '${reportQueues.reports}' AND t.subject_id = r.id)`,
  ),
  cheapInvariant(
    'reports-balance',
    'the rows of a report end with the balances of the ledger',
    `SELECT id::text AS subject, 'its rows do not add up to the balances of the ledger' AS message
     FROM reports.reports WHERE enterprise_id = $1 AND status = 'failed' AND error = 'report_unbalanced'`,
  ),
  cheapInvariant(
    'reports-have-their-file',
    'a completed report has its file until it expires',
    `SELECT r.id::text AS subject, format('it has %s parts with %s bytes, but there are %s with %s', r.parts, r.bytes,
       p.parts, p.bytes) AS message
     FROM reports.reports r CROSS JOIN LATERAL (
       SELECT count(*) AS parts, coalesce(sum(size), 0) AS bytes FROM reports.parts
       WHERE enterprise_id = $1 AND report_id = r.id) AS p
     WHERE r.enterprise_id = $1 AND r.status = 'completed' AND r.completed_at > $2::timestamptz - ${FILES_STAND}
       AND (r.parts, r.bytes) <> (p.parts, p.bytes)`,
  ),
];
