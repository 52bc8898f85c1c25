import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat(
      'webhook-secret',
      'verify-accounts',
      'schedules',
      'subledgers',
      'booktransfers',
      'bulk-transfers',
      'reports',
    )
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  ...['invoke:webhook', 'read:approvals'],
];
const NEW_SCOPES = ['read:transfer-groups', 'write:transfer-groups'];

const SUMMARIES = `enterprise_id, id, transfer_reference_id, amount, currency, speed, status, status_reasons,
  source_account_reference_id, source_customer_reference_id, destination_account_reference_id,
  destination_customer_reference_id, created_at, use_case, estimated_funds_delivery_date`;

/** Groups that transfers join when they are created. */
export class TransferGroups1764100067000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = 'transfers.groups';
    await runner.query(`
      CREATE TABLE ${table} (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        transfer_group_reference_id text NOT NULL,
        source jsonb,
        destination jsonb,
        created_at timestamptz NOT NULL,
        CONSTRAINT groups_reference UNIQUE (enterprise_id, transfer_group_reference_id),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(`CREATE INDEX groups_newest ON ${table} (enterprise_id, created_at DESC, id DESC)`);
    await protect(runner, table, 'SELECT, INSERT');
    await runner.query('ALTER TABLE transfers.transfers ADD COLUMN transfer_group_id uuid');
    await runner.query(`CREATE INDEX transfers_of_group ON transfers.transfers
      (enterprise_id, transfer_group_id, created_at DESC, id DESC) WHERE transfer_group_id IS NOT NULL`);
    await this.summaries(runner, `${SUMMARIES}, transfer_group_id`);
    // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
    await this.scopes(runner, `scopes || $2::text[] WHERE scopes @> $1::text[] AND NOT scopes && $2::text[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(
      runner,
      `array(SELECT unnest(scopes) EXCEPT SELECT unnest($2::text[])) WHERE scopes && $2::text[] AND $1::text[] IS NOT NULL`,
    );
    await runner.query('DROP VIEW transfers.summaries');
    await this.summaries(runner, SUMMARIES);
    await runner.query('GRANT SELECT ON transfers.summaries TO payments_app');
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN transfer_group_id');
    await runner.query('DROP TABLE transfers.groups');
  }

  private async summaries(runner: QueryRunner, columns: string): Promise<void> {
    await runner.query(`CREATE OR REPLACE VIEW transfers.summaries WITH (security_invoker = true) AS
      SELECT ${columns} FROM transfers.transfers`);
  }

  private async scopes(runner: QueryRunner, change: string): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = ${change}`, [OLD_SCOPES, NEW_SCOPES]),
    );
  }
}
