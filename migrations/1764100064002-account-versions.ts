import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Published: when each version of the details of an account was made. */
export class AccountVersions1764100064002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW accounts.versions WITH (security_invoker = true) AS
        SELECT enterprise_id, account_id, details_version, created_at FROM accounts.account_details`);
    await runner.query('GRANT SELECT ON accounts.versions TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW accounts.versions');
  }
}
