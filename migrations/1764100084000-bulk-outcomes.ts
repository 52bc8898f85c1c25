import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

/**
 * How many transfers of a bulk transfer have completed or failed. Those of bulk transfers without a row, which the release
 * before created, are counted when they are read.
 */
export class BulkOutcomes1764100084000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.outcomes (
        enterprise_id uuid NOT NULL,
        bulk_id uuid NOT NULL,
        completed int NOT NULL DEFAULT 0,
        failed int NOT NULL DEFAULT 0,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, bulk_id)) WITH (fillfactor = 50)`);
    await protect(runner, 'bulk.outcomes', 'SELECT, INSERT, UPDATE (completed, failed, changed_at)');
    await letMaintain(runner, 'bulk.outcomes', 'SELECT (enterprise_id, bulk_id, completed, failed, changed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bulk.outcomes');
  }
}
