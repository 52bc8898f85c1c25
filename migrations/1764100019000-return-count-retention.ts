import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain } from './tenant-table.js';

/** Counts of returns go with the entries that they count. */
export class ReturnCountRetention1764100019000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await letMaintain(runner, 'rails.return_counts', 'SELECT (enterprise_id, connection, day, code), DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE ALL ON rails.return_counts FROM payments_maintenance');
    await runner.query('DROP POLICY maintenance ON rails.return_counts');
  }
}
