import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PUBLIC_VAULT_URL of all apis: that of the first one with the issuer. Empty until one has started. */
export class VaultAddress1764100087001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.token_issuer ADD COLUMN vault_url text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.token_issuer DROP COLUMN vault_url');
  }
}
