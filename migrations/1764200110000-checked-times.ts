import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The times of entries are compared with that of their door. */
export class CheckedTimes1764200110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT SELECT (last_at) ON ledger.doors TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (last_at) ON ledger.doors FROM payments_maintenance');
  }
}
