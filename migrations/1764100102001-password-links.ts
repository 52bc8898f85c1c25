import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links with which users choose their passwords. */
export class PasswordLinks1764100102001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.users ADD COLUMN link_hash bytea, ADD COLUMN link_expires_at timestamptz,
        ADD COLUMN link_code_hash bytea, ADD COLUMN password_requested_by text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.users DROP COLUMN link_hash, DROP COLUMN link_expires_at, DROP COLUMN link_code_hash,
        DROP COLUMN password_requested_by`);
  }
}
