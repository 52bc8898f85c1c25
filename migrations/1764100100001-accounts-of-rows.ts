import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The accounts that the rows of a bulk transfer pay, with the version of their details, and a digest of what they all pay. Rows
 * that an earlier release validated do not have them. Published: which accounts were approved for a transfer.
 */
export class AccountsOfRows1764100100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bulk.rows ADD COLUMN accounts jsonb');
    await runner.query('ALTER TABLE bulk.bulk_transfers ADD COLUMN accounts_sha256 text');
    await runner.query(`
      CREATE VIEW bulk.approved_accounts WITH (security_invoker = true) AS
        SELECT enterprise_id, transfer_id, accounts FROM bulk.rows WHERE status = 'created' AND accounts IS NOT NULL`);
    await runner.query('GRANT SELECT ON bulk.approved_accounts TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW bulk.approved_accounts');
    await runner.query('ALTER TABLE bulk.bulk_transfers DROP COLUMN accounts_sha256');
    await runner.query('ALTER TABLE bulk.rows DROP COLUMN accounts');
  }
}
