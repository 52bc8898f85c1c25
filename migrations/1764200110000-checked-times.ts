import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The times of entries are compared with those of their door, and of their enterprise. */
export class CheckedTimes1764200110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT SELECT (last_at) ON ledger.doors TO payments_maintenance');
    await runner.query('GRANT SELECT (created_at) ON platform.enterprises TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (created_at) ON platform.enterprises FROM payments_maintenance');
    await runner.query('REVOKE SELECT (last_at) ON ledger.doors FROM payments_maintenance');
  }
}
