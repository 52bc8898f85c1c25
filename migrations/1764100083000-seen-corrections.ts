import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For the gauge of corrections that nobody adopted. The relay sees the open accounts that have one, and only when they changed. The
 * index external_accounts_corrected finds them.
 */
export class SeenCorrections1764100083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE POLICY relay ON accounts.external_accounts FOR SELECT TO payments_relay
      USING (corrections IS NOT NULL AND closed_at IS NULL)`);
    await runner.query('GRANT SELECT (updated_at) ON accounts.external_accounts TO payments_relay');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (updated_at) ON accounts.external_accounts FROM payments_relay');
    await runner.query('DROP POLICY relay ON accounts.external_accounts');
  }
}
