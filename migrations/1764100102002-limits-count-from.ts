import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when a limit counts. Null: since it was created. */
export class LimitsCountFrom1764100102002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE controls.limits ADD COLUMN counts_from timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE controls.limits DROP COLUMN counts_from');
  }
}
