import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `enterprise_id, id, transfer_reference_id, use_case, status, status_reasons, amount, currency, speed,
  source_customer_reference_id, source_account_reference_id, destination_customer_reference_id,
  destination_account_reference_id, account_statement_descriptor, estimated_funds_delivery_date,
  subledger_reference_id, schedule_id, bulk_transfer_id, created_by, origin, metadata, created_at, updated_at`;

/** Exports of transfers name the group that a transfer has joined. */
export class ExportedGroups1764100069001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await exported(runner, `${COLUMNS}, transfer_group_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW transfers.exported');
    await exported(runner, COLUMNS);
    await runner.query('GRANT SELECT ON transfers.exported TO payments_app');
  }
}

async function exported(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(`CREATE OR REPLACE VIEW transfers.exported WITH (security_invoker = true) AS
    SELECT ${columns} FROM transfers.transfers`);
}
