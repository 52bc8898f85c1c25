import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made each version of the details of an account. Of those that an earlier release made it is not known. */
export class MakersOfDetails1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.account_details ADD COLUMN created_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.account_details DROP COLUMN created_by');
  }
}
