import { commonFilters, keysetPage, limitOffset } from '@payments/persistence';
import type { ApprovalFilter } from '../../application/ports.js';
import { approverRoles } from '../../domain/policy.js';
import { APPROVAL_COLUMNS } from './rows.js';

const TABLE = 'controls.approvals';
const DECISIONS = 'controls.decisions';
const NAMED = 'controls.named_approvers';

/** What narrows a list of approvals, besides who may decide them. */
export const APPROVAL_FILTERS = {
  ...commonFilters,
  subject_type: (value: string) => `listed.subject_type = ${value}`,
  subject_id: (value: string) => `listed.subject_id = ${value}`,
};

type Question = Omit<ApprovalFilter, 'open_to'>;
type NamedQuestion = Question & { readonly open_to: string };

/** A way to be an approver. */
interface Way {
  readonly joined?: string;
  /** The condition for the parameter with the name of the user. */
  readonly isApprover: (name: string) => string;
}

/**
 * One page of the approvals that a user may decide and has not decided, newest first. Each way to be an approver has an
 * index in the order of the list, gives as many as the page needs, and none that a way before it gives.
 */
export function openApprovals(
  filter: Question,
  { name, role }: NonNullable<ApprovalFilter['open_to']>,
  enterpriseId: string,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { limit, offset } = limitOffset(filter);
  const asked: NamedQuestion = { ...filter, open_to: name, size: limit + offset, index: 0 };
  const pages = waysOf(role).map(({ isApprover, ...join }) => {
    const open_to = (value: string) => `${isOpen(value)} AND ${isApprover(value)}`;
    const conditions = { ...APPROVAL_FILTERS, open_to };
    return keysetPage<NamedQuestion>({ table: TABLE, ...join, columns: 'listed.id', conditions }, asked, enterpriseId);
  });
  const values = [...pages[0]!.values];
  const found = pages.map(({ sql }) => `(${sql})`).join(' UNION ALL ');
  const page = `LIMIT $${values.push(limit)} OFFSET $${values.push(offset)}`;
  return {
    sql: `SELECT ${APPROVAL_COLUMNS} FROM (${found}) AS found (approval_id)
      JOIN ${TABLE} ON enterprise_id = $1 AND id = found.approval_id ORDER BY created_at DESC, id DESC ${page}`,
    values,
  };
}

// Whoever made it may not decide it, and who has decided has nothing to do. A decision is looked up for each row: with a join
// the planner may read every decision that was ever made.
function isOpen(name: string): string {
  return `listed.status = 'pending' AND ${name} IS DISTINCT FROM listed.requested_by
    AND ${name} IS DISTINCT FROM listed.owner AND ${name} <> ALL(listed.contributors) AND (
      SELECT count(*) FROM ${DECISIONS} d
      WHERE d.enterprise_id = $1 AND d.approval_id = listed.id AND d.user_name = ${name}) = 0`;
}

function waysOf(role: string): readonly Way[] {
  // As text, because a partial index is found by it.
  const byRole = (approverRoles as readonly string[]).includes(role)
    ? `listed.approver_roles @> ARRAY['${role}']`
    : 'false';
  return [
    { isApprover: () => byRole },
    {
      joined: `${NAMED} AS named`,
      isApprover: (name) => `named.enterprise_id = $1 AND named.user_name = ${name}
        AND named.created_at = listed.created_at AND named.approval_id = listed.id AND NOT ${byRole}`,
    },
    {
      isApprover: (name) => `listed.approver_users <> '{}' AND NOT listed.users_listed
        AND listed.approver_users @> ARRAY[${name}] AND NOT ${byRole}`,
    },
  ];
}
