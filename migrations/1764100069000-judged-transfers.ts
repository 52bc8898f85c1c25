import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Published: what the judges of transfers look at. */
export class JudgedTransfers1764100069000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW transfers.judged WITH (security_invoker = true) AS
        SELECT enterprise_id, id, transfer_reference_id, amount, use_case, speed, origin, created_by, metadata, created_at,
          (destination ->> 'account_id')::uuid AS account_id,
          (destination ->> 'account_version')::int AS account_version
        FROM transfers.transfers`);
    await runner.query('GRANT SELECT ON transfers.judged TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW transfers.judged');
  }
}
