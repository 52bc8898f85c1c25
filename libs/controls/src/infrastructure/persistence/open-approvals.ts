import { OPERATOR } from '@payments/kernel';
import { commonFilters, keysetPage, limitOffset } from '@payments/persistence';
import type { ApprovalFilter } from '../../application/ports.js';
import { makerNames } from '../../domain/approval.js';
import { approverRoles } from '../../domain/policy.js';
import { APPROVAL_COLUMNS, isClosedTo } from './rows.js';

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
  /** Only approvals of these groups, each read by itself; all of them if omitted. */
  readonly groups?: readonly string[];
}

/** Who asks, and the groups of approvals among which something may be open to the user by his role, as `openGroups` tells. */
type Asking = NonNullable<ApprovalFilter['open_to']> & { readonly groups: readonly string[] | undefined };

/** More groups than that are not read one by one. */
const MOST_GROUPS = 50;

// As text, because a partial index is found by it.
const isOfRole = (role: string) => `approver_roles @> ARRAY['${role}']`;

const isApproverRole = (role: string) => (approverRoles as readonly string[]).includes(role);

/**
 * Asks for the groups of the pending approvals of a role, at most one more than are read one by one: one look into the index
 * for each. Undefined for a role that approves nothing.
 */
export function groupsOfRole(role: string): string | undefined {
  if (!isApproverRole(role)) return undefined;
  const next = (condition: string) => `
    SELECT a.closed_to FROM ${TABLE} a
    WHERE a.enterprise_id = $1 AND a.status = 'pending' AND a.${isOfRole(role)}${condition}
    ORDER BY a.closed_to LIMIT 1`;
  return `
    WITH RECURSIVE groups AS (
      (${next('')}) UNION ALL
      SELECT n.closed_to FROM groups g CROSS JOIN LATERAL (${next(' AND a.closed_to > g.closed_to')}) AS n)
    SELECT closed_to FROM groups LIMIT ${MOST_GROUPS + 1}`;
}

/** The groups that are not closed to a user; undefined if none is, or there are too many, so that all are read in one order. */
export function openGroups(
  groups: readonly string[],
  user: NonNullable<ApprovalFilter['open_to']>,
): readonly string[] | undefined {
  if (groups.length > MOST_GROUPS) return undefined;
  const open = groups.filter((group) => !isClosedTo(group, makerNames(user)));
  return open.length === groups.length ? undefined : open;
}

/**
 * One page of the approvals that a user may decide and has not decided, newest first. Each way to be an approver has an
 * index in the order of the list, gives as many as the page needs, and none that a way before it gives.
 */
export function openApprovals(
  filter: Question,
  { name, role, managesClients, groups }: Asking,
  enterpriseId: string,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { limit, offset } = limitOffset(filter);
  const asked: NamedQuestion = { ...filter, open_to: name, size: limit + offset, index: 0 };
  const isOwned = managesClients ? IS_OWNED : '';
  const pages = waysOf(role, groups).map(({ isApprover, groups: read, ...join }) => {
    const inGroup = read === undefined ? '' : ' AND listed.closed_to = g.closed_to';
    const open_to = (value: string) => `${isOpen(value)}${isOwned} AND ${isApprover(value)}${inGroup}`;
    const conditions = { ...APPROVAL_FILTERS, open_to };
    const columns = 'listed.id, listed.created_at';
    return { ...keysetPage<NamedQuestion>({ table: TABLE, ...join, columns, conditions }, asked, enterpriseId), read };
  });
  const values = [...pages[0]!.values];
  const found = pages.map(({ sql, read }) => {
    if (read === undefined) return `(SELECT id FROM (${sql}) AS page)`;
    const ofGroups = `unnest($${values.push(read)}::text[]) AS g(closed_to) CROSS JOIN LATERAL (${sql}) AS page`;
    return `(SELECT page.id FROM ${ofGroups} ORDER BY page.created_at DESC, page.id DESC LIMIT $2)`;
  });
  const page = `LIMIT $${values.push(limit)} OFFSET $${values.push(offset)}`;
  return {
    sql: `SELECT ${APPROVAL_COLUMNS} FROM (${found.join(' UNION ALL ')}) AS found (approval_id)
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

/** Not made by a client that nobody owns. */
const IS_OWNED = ` AND (listed.requested_by = '${OPERATOR}'
  OR (listed.owner IS DISTINCT FROM '${OPERATOR}' AND '${OPERATOR}' <> ALL(listed.contributors)))`;

function waysOf(role: string, groups: readonly string[] | undefined): readonly Way[] {
  const byRole = isApproverRole(role) ? `listed.${isOfRole(role)}` : 'false';
  return [
    { isApprover: () => byRole, ...(groups && { groups }) },
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
