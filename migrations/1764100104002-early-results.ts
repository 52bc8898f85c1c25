import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results that are dated in the future, and who wants one applied that contradicts. */
export class EarlyResults1764100104002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE transfers.processor_results ADD COLUMN is_early boolean NOT NULL DEFAULT false,
        ADD COLUMN apply_requested_by text`);
    await runner.query('GRANT UPDATE (is_early, apply_requested_by) ON transfers.processor_results TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.processor_results DROP COLUMN is_early, DROP COLUMN apply_requested_by');
  }
}
