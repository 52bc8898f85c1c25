import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who owns a client. Null: who created it, unless that was the command line. */
export class ClientOwners1764100102000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.clients ADD COLUMN owner text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.clients DROP COLUMN owner');
  }
}
