import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every minute the postings since the last check are compared; only those are read. */
export class RecentPostings1764100104003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX postings_newest ON rails.postings (enterprise_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.postings_newest');
  }
}
