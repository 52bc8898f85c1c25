import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

const APPROVALS = 'controls.approvals';
const NEWEST = '(enterprise_id, created_at DESC, id DESC)';

/**
 * Each approver finds what is open to him in the order of the list: by his role in an index, and by his name in a table,
 * because conditions on lists of names cannot use an index behind the wall of the tenant. Approvals that the release before
 * requested are not in that table; an index holds them.
 */
export class OpenApprovals1764100084001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const role of ['admin', 'payment_approver']) {
      await runner.query(`
        CREATE INDEX approvals_open_to_${role} ON ${APPROVALS} ${NEWEST}
        WHERE status = 'pending' AND approver_roles @> ARRAY['${role}']`);
    }
    await runner.query(`
      CREATE TABLE controls.named_approvers (
        enterprise_id uuid NOT NULL,
        user_name text NOT NULL,
        created_at timestamptz NOT NULL,
        approval_id uuid NOT NULL,
        PRIMARY KEY (enterprise_id, user_name, created_at, approval_id))`);
    await protect(runner, 'controls.named_approvers', 'SELECT, INSERT, DELETE');
    await runner.query(`ALTER TABLE ${APPROVALS} ADD COLUMN users_listed boolean NOT NULL DEFAULT false`);
    await runner.query(`
      CREATE INDEX approvals_with_unlisted_users ON ${APPROVALS} ${NEWEST}
      WHERE status = 'pending' AND approver_users <> '{}' AND NOT users_listed`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX controls.approvals_open_to_admin, controls.approvals_open_to_payment_approver,
      controls.approvals_with_unlisted_users`);
    await runner.query(`ALTER TABLE ${APPROVALS} DROP COLUMN users_listed`);
    await runner.query('DROP TABLE controls.named_approvers');
  }
}
