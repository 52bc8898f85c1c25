import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts', 'schedules')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
];
const NEW_SCOPES = ['read:approvals'];

const OLD_ROLES = ['admin', 'payment_initiator', 'developer', 'read_only'];
const ROLES = [...OLD_ROLES, 'payment_approver'];

/** Policies, the approvals that they demand, the totals of days that their conditions ask about, and who may approve. */
export class Controls1764100027002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'controls');
    await this.policies(runner);
    await this.approvals(runner);
    await this.dayTotals(runner);
    await this.heldTransfers(runner);
    await this.roles(runner, ROLES);
    await this.scopes(runner, OLD_SCOPES, [...OLD_SCOPES, ...NEW_SCOPES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(runner, [...OLD_SCOPES, ...NEW_SCOPES], OLD_SCOPES);
    await this.roles(runner, OLD_ROLES);
    await runner.query('DROP VIEW transfers.held');
    await runner.query('DROP INDEX transfers.transfers_held');
    await runner.query('DROP SCHEMA controls CASCADE');
  }

  private async policies(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.policies (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        applies_to text[] NOT NULL,
        conditions jsonb NOT NULL,
        required int NOT NULL CHECK (required BETWEEN 1 AND 5),
        approvers jsonb NOT NULL,
        expires_after_hours int NOT NULL CHECK (expires_after_hours BETWEEN 1 AND 720),
        step_up boolean NOT NULL,
        enabled boolean NOT NULL,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT policies_name UNIQUE (enterprise_id, name))`);
    await protect(runner, 'controls.policies', 'SELECT, INSERT, UPDATE, DELETE');
  }

  // What is decided is never changed: decisions can only be added.
  private async approvals(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.approvals (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        subject_type text NOT NULL,
        subject_id uuid NOT NULL,
        subject jsonb NOT NULL,
        digest text NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'withdrawn')),
        policies jsonb NOT NULL,
        approver_roles text[] NOT NULL,
        approver_users text[] NOT NULL,
        requested_by text,
        owner text,
        expires_at timestamptz NOT NULL,
        decided_at timestamptz,
        sequence int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT approvals_decided CHECK (status = 'pending' OR decided_at IS NOT NULL),
        CONSTRAINT approvals_subject UNIQUE (enterprise_id, subject_type, subject_id),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(`CREATE INDEX approvals_newest ON controls.approvals (enterprise_id, created_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX approvals_pending ON controls.approvals (enterprise_id, created_at DESC, id DESC)
       WHERE status = 'pending'`,
    );
    await runner.query(
      `CREATE INDEX approvals_waiting ON controls.approvals (enterprise_id, expires_at) WHERE status = 'pending'`,
    );
    await protect(runner, 'controls.approvals', 'SELECT, INSERT, UPDATE');
    const columns = 'enterprise_id, id, status, policies, requested_by, owner, updated_at';
    await letMaintain(runner, 'controls.approvals', `SELECT (${columns})`);
    await runner.query(`
      CREATE TABLE controls.decisions (
        enterprise_id uuid NOT NULL,
        approval_id uuid NOT NULL,
        user_name text NOT NULL,
        decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
        comment text,
        policies jsonb NOT NULL,
        decided_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, approval_id, user_name))`);
    await protect(runner, 'controls.decisions', 'SELECT, INSERT');
    await letMaintain(
      ...([
        runner,
        'controls.decisions',
        'SELECT (enterprise_id, approval_id, user_name, decision, policies)',
      ] as const),
    );
  }

  // Days of New York in banking time; the subject is an account, or the enterprise.
  private async dayTotals(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.day_totals (
        enterprise_id uuid NOT NULL,
        day date NOT NULL,
        subject text NOT NULL,
        amount bigint NOT NULL,
        count int NOT NULL,
        PRIMARY KEY (enterprise_id, day, subject))`);
    await protect(runner, 'controls.day_totals', 'SELECT, INSERT, UPDATE');
    await letMaintain(runner, 'controls.day_totals', 'SELECT (enterprise_id, day), DELETE');
  }

  // Published: which transfers were held, and whether they went on.
  private async heldTransfers(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX transfers_held ON transfers.transfers (enterprise_id, id) WHERE gate IS NOT NULL');
    await runner.query(`
      CREATE VIEW transfers.held WITH (security_invoker = true) AS
        SELECT t.enterprise_id, t.id, (t.gate #>> '{hold,id}')::uuid AS hold_id, EXISTS (
          SELECT FROM transfers.legs l WHERE l.enterprise_id = t.enterprise_id AND l.transfer_id = t.id) AS has_legs
        FROM transfers.transfers t WHERE t.gate IS NOT NULL`);
    await runner.query('GRANT SELECT ON transfers.held TO payments_app');
    await runner.query('GRANT SELECT (enterprise_id, id, hold_id, has_legs) ON transfers.held TO payments_maintenance');
  }

  private async roles(runner: QueryRunner, roles: readonly string[]): Promise<void> {
    const list = roles.map((role) => `'${role}'`).join(', ');
    await runner.query('ALTER TABLE auth.users DROP CONSTRAINT users_role_check');
    await runner.query(`ALTER TABLE auth.users ADD CONSTRAINT users_role_check CHECK (role IN (${list}))`);
  }

  // Only clients that had every scope so far get the new one: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, from: readonly string[], to: readonly string[]): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = $2::text[] WHERE scopes @> $1::text[] AND scopes <@ $1::text[]`, [
        from,
        to,
      ]),
    );
  }
}
