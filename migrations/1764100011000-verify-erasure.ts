import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

const ERASED = 'account_number, account_key, email, identity_number, erased_at';

/** Verifications lose what is sealed before their rows go. */
export class VerifyErasure1764100011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE verify.accounts
        ALTER COLUMN account_number DROP NOT NULL,
        ALTER COLUMN account_key DROP NOT NULL,
        ADD COLUMN erased_at timestamptz,
        ADD CONSTRAINT accounts_erased CHECK (
          erased_at IS NOT NULL OR (account_number IS NOT NULL AND account_key IS NOT NULL))`);
    await runner.query(`GRANT SELECT (erased_at), UPDATE (${ERASED}) ON verify.accounts TO payments_maintenance`);
  }

  // The version before cannot show what was erased.
  async down(runner: QueryRunner): Promise<void> {
    await withoutWall(runner, ['verify.accounts'], () =>
      runner.query('DELETE FROM verify.accounts WHERE erased_at IS NOT NULL'),
    );
    await runner.query(`REVOKE UPDATE (account_number, account_key, email, identity_number) ON verify.accounts
      FROM payments_maintenance`);
    await runner.query(`
      ALTER TABLE verify.accounts
        DROP CONSTRAINT accounts_erased,
        DROP COLUMN erased_at,
        ALTER COLUMN account_number SET NOT NULL,
        ALTER COLUMN account_key SET NOT NULL`);
  }
}
