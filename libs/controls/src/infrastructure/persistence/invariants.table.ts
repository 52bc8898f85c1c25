import { DAY_MS, idBefore, newYorkDate, RETURN_RATE_DAYS, returnRateClasses } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import { cheapInvariant } from '@payments/persistence';
import type { Invariant, Violation } from '@payments/persistence';
import { controlsQueues } from '../../application/queues.js';
import { LONGEST_WINDOW_MS } from '../../domain/limit.js';
import { requestedApprovalsInvariant } from './requested-approvals.invariant.js';

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
      AND d.user_name IS DISTINCT FROM a.requested_by AND d.user_name IS DISTINCT FROM a.owner
      AND d.user_name <> ALL(a.contributors)) AS d
  WHERE a.enterprise_id = $1 AND a.status = 'approved' AND a.updated_at >= $2 AND given < p.required`;

// As a difference of two sets: of a NOT EXISTS here, Citus finds the join too complex.
const PAYMENTS = `
  SELECT id::text AS subject, 'it went on, but its hold is not approved' AS message FROM (
    SELECT t.id FROM transfers.held t WHERE t.enterprise_id = $1 AND t.id > $2 AND t.has_legs
    EXCEPT
    SELECT t.id FROM transfers.held t
    JOIN controls.approvals a ON a.enterprise_id = t.enterprise_id AND a.id = t.hold_id
    WHERE t.enterprise_id = $1 AND t.id > $2 AND a.status = 'approved') AS unapproved`;

// Around midnight a row may be of the day before.
const USAGE = `
  SELECT coalesce(u.limit_id, c.limit_id)::text AS subject, format('it says that %s used %s cents in %s transfers of %s, but there are %s in %s',
    coalesce(u.subject, c.subject), coalesce(u.amount, 0), coalesce(u.count, 0), coalesce(u.bucket, c.bucket),
    coalesce(c.amount, 0), coalesce(c.count, 0)) AS message
  FROM (SELECT limit_id, subject, bucket, amount, count FROM controls.usage WHERE enterprise_id = $1 AND bucket >= $2) AS u
  FULL JOIN (SELECT limit_id, subject, bucket, sum(amount) AS amount, count(*) AS count FROM controls.counted
    WHERE enterprise_id = $1 AND bucket >= $2 GROUP BY limit_id, subject, bucket) AS c USING (limit_id, subject, bucket)
  WHERE (coalesce(u.amount, 0), coalesce(u.count, 0)) <> (coalesce(c.amount, 0), coalesce(c.count, 0))`;

const list = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join();

const DEBITS = `
  WITH debits AS (
    SELECT d.day::date AS day, d.return_code,
      CASE WHEN s.customer_resource_type <> 'enterprise' THEN s.customer_reference_id ELSE $1::uuid::text END AS originator
    FROM transfers.debits d LEFT JOIN subledgers.directory s ON s.enterprise_id = $1 AND s.id = d.subledger_id
    WHERE d.enterprise_id = $1 AND d.day >= $2),
  counted AS (
    SELECT originator, day, count(*) AS entries,
      count(*) FILTER (WHERE return_code IN (${list(returnRateClasses.unauthorized.codes)})) AS unauthorized,
      count(*) FILTER (WHERE return_code IN (${list(returnRateClasses.administrative.codes)})) AS administrative,
      count(*) FILTER (WHERE return_code IS NOT NULL AND return_code !~ '^R[67]') AS returned
    FROM debits GROUP BY originator, day),
  kept AS (
    SELECT originator, day, entries, unauthorized, administrative, returned
    FROM controls.debit_days WHERE enterprise_id = $1 AND day >= $2::date)
  SELECT format('%s/%s', day, originator) AS subject, format('it says %s debits and %s returned, but there are %s and %s',
    coalesce(k.entries, 0), coalesce(k.returned, 0), coalesce(c.entries, 0), coalesce(c.returned, 0)) AS message
  FROM kept k FULL JOIN counted c USING (originator, day)
  WHERE (coalesce(k.entries, 0), coalesce(k.unauthorized, 0), coalesce(k.administrative, 0), coalesce(k.returned, 0))
    <> (coalesce(c.entries, 0), coalesce(c.unauthorized, 0), coalesce(c.administrative, 0), coalesce(c.returned, 0))`;

/** Every rule that always holds of approvals and limits. */
export const controlsInvariants: readonly Invariant[] = [
  cheapInvariant('no-stuck-approval', 'a pending approval has a task', PROGRESS),
  requestedApprovalsInvariant,
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
  {
    ...{ name: 'limit-usage-is-a-sum', isOfMoney: true },
    rule: 'what is used of a limit is the sum of the transfers that count on it',
    // Usage is never older than retention leaves it.
    find: ({ transaction, enterpriseId, since = new Date(Date.now() - LONGEST_WINDOW_MS) }) =>
      transaction.query<Violation>(USAGE, [enterpriseId, new Date(since.getTime() - 2 * DAY_MS)]),
  },
  {
    name: 'debit-days-are-sums',
    rule: 'the debits and returns of a day are those of its legs',
    // Returns of a day come for 60 days.
    find: ({ transaction, enterpriseId, since = new Date() }) =>
      transaction.query<Violation>(DEBITS, [
        enterpriseId,
        newYorkDate(new Date(since.getTime() - (RETURN_RATE_DAYS + 1) * DAY_MS)),
      ]),
  },
];
