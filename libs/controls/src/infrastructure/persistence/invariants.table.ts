import { DAY_MS, idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { Invariant, Violation } from '@payments/persistence';
import { controlsQueues } from '../../application/queues.js';

/** The longest time until an approval expires, and some for the transfer to be judged again. */
const LONGEST_WAIT_MS = 33 * DAY_MS;

const PROGRESS = `
  SELECT id::text AS subject, 'it is pending, but no task in ${controlsQueues.expiry} exists for it' AS message
  FROM controls.approvals a
  WHERE enterprise_id = $1 AND status = 'pending' AND NOT EXISTS (
    SELECT FROM platform.tasks t
    WHERE t.enterprise_id = $1 AND t.queue = '${controlsQueues.expiry}' AND t.subject_id = a.id)`;

// The maker's own decision never counts.
const APPROVERS = `
  SELECT a.id::text AS subject, format('it is approved, but policy %s has %s of %s approvals', p.name, given, p.required)
    AS message
  FROM controls.approvals a
  CROSS JOIN LATERAL jsonb_to_recordset(a.policies) AS p(id text, name text, required int)
  CROSS JOIN LATERAL (
    SELECT count(*) AS given FROM controls.decisions d
    WHERE d.enterprise_id = $1 AND d.approval_id = a.id AND d.decision = 'approve' AND d.policies ? p.id
      AND d.user_name IS DISTINCT FROM a.requested_by AND d.user_name IS DISTINCT FROM a.owner) AS d
  WHERE a.enterprise_id = $1 AND a.status = 'approved' AND a.updated_at >= $2 AND given < p.required`;

const PAYMENTS = `
  SELECT t.id::text AS subject, format('it went on, but its approval is %s', coalesce(a.status, 'missing')) AS message
  FROM transfers.held t LEFT JOIN controls.approvals a ON a.enterprise_id = $1 AND a.id = t.hold_id
  WHERE t.enterprise_id = $1 AND t.id > $2 AND t.has_legs AND a.status IS DISTINCT FROM 'approved'`;

/** Every rule that always holds of approvals. */
export const controlsInvariants: readonly Invariant[] = [
  cheapInvariant('no-stuck-approval', 'a pending approval has a task', PROGRESS),
  {
    name: 'approvals-have-their-approvers',
    rule: 'an approval was given by as many users as each policy requires, and not by its maker',
    find: ({ transaction, enterpriseId, since = new Date(0) }) =>
      transaction.query<Violation>(APPROVERS, [enterpriseId, new Date(since.getTime() - LATE_COMMIT_MS)]),
  },
  {
    name: 'held-transfers-were-approved',
    rule: 'a transfer that was held has legs only if it was approved',
    // No transfer waits longer than an approval can.
    find: ({ transaction, enterpriseId, since = new Date(LONGEST_WAIT_MS) }) =>
      transaction.query<Violation>(PAYMENTS, [enterpriseId, idBefore(new Date(since.getTime() - LONGEST_WAIT_MS))]),
  },
];
