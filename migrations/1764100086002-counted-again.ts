import type { MigrationInterface, QueryRunner } from 'typeorm';

const RIGHT = 'UPDATE (completed, failed, changed_at) ON bulk.outcomes';

/** A check of the invariants counts again what an older process left uncounted. */
export class CountedAgain1764100086002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`GRANT ${RIGHT} TO payments_maintenance`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE ${RIGHT} FROM payments_maintenance`);
  }
}
