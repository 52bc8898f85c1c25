import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { ApprovalRecords } from '../../application/ports.js';
import type { ApprovalFilter, Approved, PaidAccount, StoredApproval } from '../../application/ports.js';
import { Approval } from '../../domain/approval.js';
import type { ApprovalState, ApprovalStatus, ApprovalSubjectType, Decision } from '../../domain/approval.js';
import { APPROVAL_COLUMNS, DECISION_COLUMNS, toRecordedEvent, toRow } from './rows.js';

const TABLE = 'controls.approvals';
const DECISIONS = 'controls.decisions';

type StoredFilter = Omit<ApprovalFilter, 'open_to'> & { readonly open_to?: readonly [name: string, role: string] };

// Whoever made it may not decide it, and who has decided has nothing to do.
const LIST: Parameters<typeof keysetPage<StoredFilter>>[0] = {
  table: TABLE,
  columns: APPROVAL_COLUMNS,
  conditions: {
    ...commonFilters,
    subject_type: (value) => `listed.subject_type = ${value}`,
    subject_id: (value) => `listed.subject_id = ${value}`,
    open_to: (value) => openTo(`(${value}::text[])[1]`, `(${value}::text[])[2]`),
  },
};

function openTo(name: string, role: string): string {
  return `listed.status = 'pending' AND ${name} IS DISTINCT FROM listed.requested_by
    AND ${name} IS DISTINCT FROM listed.owner AND ${name} <> ALL(listed.contributors) AND NOT EXISTS (
      SELECT FROM ${DECISIONS} d
      WHERE d.enterprise_id = $1 AND d.approval_id = listed.id AND d.user_name = ${name})
    AND (listed.approver_roles @> ARRAY[${role}] OR listed.approver_users @> ARRAY[${name}])`;
}

@Injectable()
export class ApprovalsRepository extends ApprovalRecords {
  constructor(private readonly events: EventLog) {
    super();
  }

  async add(approvals: readonly Approval[]): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${APPROVAL_COLUMNS}, approver_roles, approver_users)
       SELECT $1, ${APPROVAL_COLUMNS}, approver_roles, approver_users
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(approvals.map((approval) => toRow(approval.snapshot())))],
      'insert-approvals',
    );
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

  changedSince(type: ApprovalSubjectType, paid: readonly PaidAccount[]): Promise<readonly PaidAccount[]> {
    return currentTransaction().query<PaidAccount>(
      `SELECT paid.subject_id, paid.account_id, paid.account_version
       FROM jsonb_to_recordset($3::jsonb) AS paid(subject_id uuid, account_id uuid, account_version int)
       JOIN ${TABLE} a ON a.enterprise_id = $1 AND a.subject_type = $2 AND a.subject_id = paid.subject_id
       JOIN accounts.versions v ON v.enterprise_id = $1 AND v.account_id = paid.account_id
         AND v.details_version = paid.account_version
       WHERE v.created_at >= a.created_at`,
      [workContext.enterpriseId(), type, JSON.stringify(paid)],
      'find-changed-accounts',
    );
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

  async list({ open_to, ...rest }: ApprovalFilter): Promise<Page<StoredApproval>> {
    const filter: StoredFilter = { ...rest, ...(open_to && { open_to: [open_to.name, open_to.role] }) };
    const { sql, values } = keysetPage(LIST, filter, workContext.enterpriseId());
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
    const changes = approvals.map((approval) => ({ state: approval.snapshot(), ...approval.takeChanges() }));
    const changed = changes.filter(({ events }) => events.length > 0);
    if (changed.length === 0) return;
    const rows = changed.map(({ state }) => toRow(state));
    await currentTransaction().query(
      `UPDATE ${TABLE} t SET status = s.status, decided_at = s.decided_at, sequence = s.sequence,
         updated_at = s.updated_at
       FROM jsonb_populate_recordset(NULL::${TABLE}, $2::jsonb) AS s
       WHERE t.enterprise_id = $1 AND t.id = ANY($3::uuid[]) AND t.id = s.id`,
      [workContext.enterpriseId(), JSON.stringify(rows), changed.map(({ state }) => state.id)],
      'update-approvals',
    );
    const decisions = changed.flatMap(({ state, decisions: added }) =>
      added.map((decision) => ({ approval_id: state.id, ...decision })),
    );
    if (decisions.length > 0) await this.addDecisions(decisions);
    await this.events.append(changed.flatMap(({ events }) => events.map(toRecordedEvent)));
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
