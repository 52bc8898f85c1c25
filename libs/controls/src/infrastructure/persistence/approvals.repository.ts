import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { ApprovalRecords } from '../../application/ports.js';
import type { ApprovalFilter, Approved, PaidByRow, StoredApproval } from '../../application/ports.js';
import { Approval } from '../../domain/approval.js';
import type { ApprovalState, ApprovalStatus, ApprovalSubjectType, Decision } from '../../domain/approval.js';
import { APPROVAL_FILTERS, groupsOfRole, openApprovals, openGroups } from './open-approvals.js';
import { APPROVAL_COLUMNS, DECISION_COLUMNS, toRecordedEvent, toRow } from './rows.js';
import type { ApprovalRow } from './rows.js';

const TABLE = 'controls.approvals';
const DECISIONS = 'controls.decisions';
const NAMED = 'controls.named_approvers';

const NAMES = `jsonb_to_recordset($2::jsonb) AS a(id uuid, created_at timestamptz, approver_users text[])
  CROSS JOIN unnest(a.approver_users) AS u(user_name)`;

const NAMED_APPROVERS = {
  'insert-named-approvers': `
    INSERT INTO ${NAMED} (enterprise_id, user_name, created_at, approval_id)
    SELECT DISTINCT $1::uuid, u.user_name, a.created_at, a.id FROM ${NAMES} RETURNING 1`,
  'delete-named-approvers': `
    DELETE FROM ${NAMED} n USING ${NAMES}
    WHERE n.enterprise_id = $1 AND n.user_name = u.user_name AND n.created_at = a.created_at AND n.approval_id = a.id`,
} as const;

const LIST: Parameters<typeof keysetPage<Omit<ApprovalFilter, 'open_to'>>>[0] = {
  table: TABLE,
  columns: APPROVAL_COLUMNS,
  conditions: APPROVAL_FILTERS,
};

@Injectable()
export class ApprovalsRepository extends ApprovalRecords {
  constructor(private readonly events: EventLog) {
    super();
  }

  async add(approvals: readonly Approval[]): Promise<void> {
    const rows = approvals.map(toRow);
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${APPROVAL_COLUMNS}, approver_roles, approver_users, users_listed, closed_to)
       SELECT $1, ${APPROVAL_COLUMNS}, approver_roles, approver_users, true, closed_to
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'insert-approvals',
    );
    const open = approvals.map((approval, at): ApprovalRow => {
      const closedTo = approval.closedTo();
      const { approver_users, ...row } = rows[at]!;
      return { ...row, approver_users: approver_users.filter((name) => !closedTo.includes(name)) };
    });
    await this.named(open, 'insert-named-approvers');
    await this.appendEvents(approvals);
  }

  async find(id: string): Promise<StoredApproval | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = currentTransaction().query<ApprovalState>(
      `SELECT ${APPROVAL_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-approval',
    );
    const [found] = await this.withDecisions(await rows);
    return found;
  }

  async statuses(ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalStatus>> {
    const rows = await currentTransaction().query<Pick<ApprovalState, 'id' | 'status'>>(
      `SELECT id, status FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids],
      'find-approval-statuses',
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  async approved(type: ApprovalSubjectType, subjectIds: readonly string[]): Promise<ReadonlyMap<string, Approved>> {
    const rows = await currentTransaction().query<Approved & Pick<ApprovalState, 'subject_id'>>(
      `SELECT subject_id, subject, policies FROM ${TABLE}
       WHERE enterprise_id = $1 AND subject_type = $2 AND subject_id = ANY($3::uuid[]) AND status = 'approved'`,
      [workContext.enterpriseId(), type, subjectIds],
      'find-approved',
    );
    return new Map(rows.map(({ subject_id, ...approved }) => [subject_id, approved]));
  }

  // Rows that an earlier release validated do not say which version they pay: there the time decides, if it is known.
  async unapproved(paid: readonly PaidByRow[]): Promise<ReadonlySet<string>> {
    const rows = await currentTransaction().query<Pick<PaidByRow, 'transfer_id'>>(
      `SELECT paid.transfer_id
       FROM jsonb_to_recordset($2::jsonb)
         AS paid(transfer_id uuid, bulk_id uuid, side text, account_id uuid, account_version int)
       JOIN ${TABLE} a ON a.enterprise_id = $1 AND a.subject_type = 'bulk_transfer' AND a.subject_id = paid.bulk_id
       LEFT JOIN accounts.versions v ON v.enterprise_id = $1 AND v.account_id = paid.account_id
         AND v.details_version = paid.account_version
       LEFT JOIN bulk.approved_accounts r ON r.enterprise_id = $1 AND r.transfer_id = paid.transfer_id
       WHERE CASE WHEN r.accounts IS NULL THEN coalesce(v.created_at >= a.created_at, true)
         ELSE r.accounts -> paid.side IS DISTINCT FROM
           jsonb_build_object('account_id', paid.account_id, 'details_version', paid.account_version) END`,
      [workContext.enterpriseId(), JSON.stringify(paid)],
      'find-unapproved-accounts',
    );
    return new Set(rows.map(({ transfer_id }) => transfer_id));
  }

  async pending(type: ApprovalSubjectType, subjectIds: readonly string[]): Promise<readonly string[]> {
    const rows = await currentTransaction().query<Pick<ApprovalState, 'id'>>(
      `SELECT id FROM ${TABLE}
       WHERE enterprise_id = $1 AND subject_type = $2 AND subject_id = ANY($3::uuid[]) AND status = 'pending'`,
      [workContext.enterpriseId(), type, subjectIds],
      'find-pending-approvals',
    );
    return rows.map(({ id }) => id);
  }

  // Without a name: the planner must see the values, because a user may be named in few or in most of them.
  async list({ open_to, ...filter }: ApprovalFilter): Promise<Page<StoredApproval>> {
    const enterpriseId = workContext.enterpriseId();
    const { sql, values } = open_to
      ? openApprovals(filter, { ...open_to, groups: await this.groups(open_to) }, enterpriseId)
      : keysetPage(LIST, filter, enterpriseId);
    const rows = await currentTransaction().query<ApprovalState>(sql, values);
    return pageOf(await this.withDecisions(rows), filter);
  }

  async lock(ids: readonly string[]): Promise<Approval[]> {
    const rows = await currentTransaction().query<ApprovalState>(
      `SELECT ${APPROVAL_COLUMNS} FROM ${TABLE}
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
      [workContext.enterpriseId(), ids],
      'lock-approvals',
    );
    return (await this.withDecisions(rows)).map(({ state, decisions }) => Approval.restore(state, decisions));
  }

  async save(approvals: readonly Approval[]): Promise<void> {
    const changes = approvals.map((approval) => ({ row: toRow(approval), ...approval.takeChanges() }));
    const changed = changes.filter(({ events }) => events.length > 0);
    if (changed.length === 0) return;
    const rows = changed.map(({ row }) => row);
    await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, decided_at = s.decided_at, sequence = s.sequence,
         updated_at = s.updated_at, closed_to = s.closed_to, subject = s.subject, digest = s.digest
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = ANY($3::uuid[]) AND t.id = s.id`,
      [workContext.enterpriseId(), JSON.stringify(rows), rows.map(({ id }) => id)],
      'update-approvals',
    );
    const closed = changed.map(({ row, decisions: made }) => {
      const deciding = new Set(made.map(({ user_name }) => user_name));
      const isOut = (name: string) => row.status !== 'pending' || deciding.has(name);
      return { ...row, approver_users: row.approver_users.filter(isOut) };
    });
    await this.named(closed, 'delete-named-approvers');
    const decisions = changed.flatMap(({ row, decisions: added }) =>
      added.map((decision) => ({ approval_id: row.id, ...decision })),
    );
    if (decisions.length > 0) await this.addDecisions(decisions);
    await this.events.append(changed.flatMap(({ events }) => events.map(toRecordedEvent)));
  }

  private async groups(user: NonNullable<ApprovalFilter['open_to']>): Promise<readonly string[] | undefined> {
    const sql = groupsOfRole(user.role);
    if (sql === undefined) return undefined;
    const groups = await currentTransaction().query<{ closed_to: string }>(sql, [workContext.enterpriseId()]);
    return openGroups(
      groups.map(({ closed_to }) => closed_to),
      user,
    );
  }

  // Users who may decide because a policy names them find an open approval by their name.
  private async named(rows: readonly ApprovalRow[], name: keyof typeof NAMED_APPROVERS): Promise<void> {
    const naming = rows.filter(({ approver_users }) => approver_users.length > 0);
    if (naming.length === 0) return;
    const approvals = naming.map(({ id, created_at, approver_users }) => ({ id, created_at, approver_users }));
    await currentTransaction().query(
      NAMED_APPROVERS[name],
      [workContext.enterpriseId(), JSON.stringify(approvals)],
      name,
    );
  }

  private async appendEvents(approvals: readonly Approval[]): Promise<void> {
    await this.events.append(approvals.flatMap((approval) => approval.takeChanges().events.map(toRecordedEvent)));
  }

  // The key holds one decision of a user, whoever tries.
  private async addDecisions(decisions: readonly object[]): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${DECISIONS} (enterprise_id, approval_id, ${DECISION_COLUMNS})
       SELECT $1, approval_id, ${DECISION_COLUMNS} FROM jsonb_populate_recordset(NULL::${DECISIONS}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(decisions)],
      'insert-decisions',
    );
  }

  private async withDecisions(states: readonly ApprovalState[]): Promise<StoredApproval[]> {
    if (states.length === 0) return [];
    const rows = await currentTransaction().query<Decision & { readonly approval_id: string }>(
      `SELECT approval_id, ${DECISION_COLUMNS} FROM ${DECISIONS}
       WHERE enterprise_id = $1 AND approval_id = ANY($2::uuid[]) ORDER BY decided_at, user_name`,
      [workContext.enterpriseId(), states.map(({ id }) => id)],
      'find-decisions',
    );
    return states.map((state) => ({
      id: state.id,
      state,
      decisions: rows.flatMap(({ approval_id, ...decision }) => (approval_id === state.id ? [decision] : [])),
    }));
  }
}
