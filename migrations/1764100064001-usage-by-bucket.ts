import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retention finds old usage, and the nightly check that of the last days, without reading all of it. */
export class UsageByBucket1764100064001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX usage_by_bucket ON controls.usage (enterprise_id, bucket)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX controls.usage_by_bucket');
  }
}
