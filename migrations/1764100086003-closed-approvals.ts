import type { MigrationInterface, QueryRunner } from 'typeorm';

const APPROVALS = 'controls.approvals';
const ROLES = ['admin', 'payment_approver'];

/**
 * Open approvals are grouped by the users who may not decide them, so that whoever made most of them does not read them one by
 * one. The release before leaves the group empty: nobody is known to be out of it.
 */
export class ClosedApprovals1764100086003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${APPROVALS} ADD COLUMN closed_to text COLLATE "C" NOT NULL DEFAULT ''`);
    for (const role of ROLES) {
      await runner.query(`
        CREATE INDEX approvals_by_closed_to_${role} ON ${APPROVALS} (enterprise_id, closed_to, created_at DESC, id DESC)
        WHERE status = 'pending' AND approver_roles @> ARRAY['${role}']`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${ROLES.map((role) => `controls.approvals_by_closed_to_${role}`).join(', ')}`);
    await runner.query(`ALTER TABLE ${APPROVALS} DROP COLUMN closed_to`);
  }
}
