import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, letRelaySee, protect } from './tenant-table.js';

/** Entries that take earlier ones back, and who decided so. */
export class Reversals1764100024001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.entries ADD COLUMN reverses uuid`);
    await runner.query(`CREATE UNIQUE INDEX entries_reversed ON rails.entries (enterprise_id, reverses)
      WHERE reverses IS NOT NULL AND state <> 'rejected'`);
    await runner.query(`
      CREATE TABLE rails.reversals (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        connection text NOT NULL,
        reverses uuid NOT NULL,
        reason text NOT NULL,
        requested_by text NOT NULL,
        approved_by text,
        made_at timestamptz,
        refused text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT reversals_four_eyes CHECK (approved_by <> requested_by),
        CONSTRAINT reversals_approved CHECK (made_at IS NULL OR approved_by IS NOT NULL))`);
    await runner.query(`CREATE INDEX reversals_of_entry ON rails.reversals (enterprise_id, reverses, id)`);
    await runner.query(`CREATE INDEX reversals_due ON rails.reversals (connection, enterprise_id)
      WHERE approved_by IS NOT NULL AND made_at IS NULL`);
    await protect(runner, 'rails.reversals', 'SELECT, INSERT, UPDATE (approved_by, made_at, refused)');
    await letRelaySee(runner, 'rails.reversals', 'enterprise_id, connection, approved_by, made_at');
    await letMaintain(runner, 'rails.reversals', 'SELECT (enterprise_id, id, created_at), DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rails.reversals');
    await runner.query('DROP INDEX rails.entries_reversed');
    await runner.query('ALTER TABLE rails.entries DROP COLUMN reverses');
  }
}
