import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountCorrections1763800004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What the bank told to be other than the account says, sealed as one text; empty where it told nothing.
    await runner.query(`ALTER TABLE accounts.external_accounts ADD COLUMN corrections bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts.external_accounts DROP COLUMN corrections`);
  }
}
