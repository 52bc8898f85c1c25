import { DAY_MS } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { Invariant, Violation } from '@payments/persistence';
import { digestOf } from '../../application/digest.js';

const STEP = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** RETENTION_AUDIT_DAYS is more. */
const AUDIT_STANDS_MS = 360 * DAY_MS;

// An earlier release showed no account.
const differs = (side: string) => `
  a.subject #>> '{${side},account_id}' IS NOT NULL AND (a.subject #>> '{${side},account_id}', a.subject #>> '{${side},details_version}')
    IS DISTINCT FROM (t.${side} ->> 'account_id', t.${side} ->> 'account_version') AND t.id IS NOT NULL`;

// A decision has an entry in the audit log, from the same transaction.
const APPROVALS = `
  SELECT a.id, a.subject, a.digest, a.policies, e.data AS told, (
    SELECT string_agg(d.user_name, ', ') FROM controls.decisions d
    WHERE d.enterprise_id = $1 AND d.approval_id = a.id AND d.decided_at > $4 AND NOT EXISTS (
      SELECT FROM platform.audit l
      WHERE l.enterprise_id = $1 AND l.subject_type = 'approval' AND l.subject_id = a.id::text
        AND l.action = 'approval.' || d.decision AND l.actor = d.user_name)) AS strangers,
    t.amount::text <> a.subject ->> 'amount' OR ${['source', 'destination'].map(differs).join(' OR ')} AS pays_otherwise
  FROM controls.approvals a
  LEFT JOIN platform.events e ON e.enterprise_id = $1 AND e.resource_id = a.id AND e.sequence = a.sequence
    AND e.resource_type = 'approval' AND NOT e.test
  LEFT JOIN transfers.pinned t ON t.enterprise_id = $1 AND t.id = a.subject_id AND a.subject_type = 'transfer'
  WHERE a.enterprise_id = $1 AND a.id > $2 AND a.updated_at >= $3 ORDER BY a.id LIMIT ${STEP}`;

interface Policy {
  readonly id: string;
  readonly name: string;
  readonly required: number;
}

interface ApprovalRow {
  readonly id: string;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly digest: string;
  readonly policies: readonly Policy[];
  /** The data of its newest event, while that is kept. */
  readonly told: string | null;
  readonly strangers: string | null;
  readonly pays_otherwise: boolean | null;
}

const described = (policies: readonly Policy[]) =>
  policies.map(({ id, name, required }) => `${name} (${id}): ${required}`).join(', ');

function problemsOf({ subject, digest, policies, told, strangers, pays_otherwise }: ApprovalRow): string[] {
  const [found, stated] = [digestOf(subject), described(policies)];
  const event =
    told === null ? undefined : (JSON.parse(told) as { readonly approval: { readonly policies: readonly Policy[] } });
  const announced = event === undefined ? stated : described(event.approval.policies);
  return [
    ...(found === digest ? [] : [`its digest is ${digest}, but that of what it shows is ${found}`]),
    ...(announced === stated ? [] : [`it has the policies ${stated}, but its event tells ${announced}`]),
    ...(pays_otherwise === true ? ['its transfer pays another amount, or another version of an account'] : []),
    ...(strangers === null ? [] : [`the audit log has no decision of ${strangers}`]),
  ];
}

/** Who reads an approval, and who decided on it, sees what was asked. Policies change later; the event tells those of then. */
export const requestedApprovalsInvariant: Invariant = {
  ...{ name: 'approvals-are-as-requested', isOfMoney: true },
  rule: 'an approval has the digest of what it shows, which is what its transfer pays, the policies that its event tells, and decisions that the audit log has',
  find: async ({ transaction, enterpriseId, now, since = new Date(0) }) => {
    const times = [new Date(since.getTime() - LATE_COMMIT_MS), new Date(now.getTime() - AUDIT_STANDS_MS)];
    const violations: Violation[] = [];
    for (let after = FIRST; ;) {
      const rows = await transaction.query<ApprovalRow>(APPROVALS, [enterpriseId, after, ...times]);
      if (rows.length === 0) return violations;
      violations.push(...rows.flatMap((row) => problemsOf(row).map((message) => ({ subject: row.id, message }))));
      after = rows.at(-1)!.id;
    }
  },
};
