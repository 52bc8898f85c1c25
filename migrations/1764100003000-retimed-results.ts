import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An accepted entry may have gone into a later window: both times, or neither. */
export class RetimedResults1764100003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers.processor_results
      ADD COLUMN retimed_effective_date text, ADD COLUMN retimed_settles_at timestamptz,
      ADD CONSTRAINT processor_results_retimed CHECK (num_nonnulls(retimed_effective_date, retimed_settles_at) IN (0, 2))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers.processor_results
      DROP COLUMN retimed_effective_date, DROP COLUMN retimed_settles_at`);
  }
}
