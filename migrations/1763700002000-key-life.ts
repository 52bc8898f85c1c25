import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyLife1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // When everything sealed of the enterprise carried this key. A newest key without it, beside older ones, is a
    // rotation that is yet to be finished.
    await runner.query(`ALTER TABLE platform.data_keys ADD COLUMN rotated_at timestamptz`);
    // The rows stay as they were written; only the key that the number is sealed with changes.
    await runner.query(`GRANT UPDATE (account_number) ON accounts.account_details TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE UPDATE (account_number) ON accounts.account_details FROM payments_app`);
    await runner.query(`ALTER TABLE platform.data_keys DROP COLUMN rotated_at`);
  }
}
