import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

/** Where own records and the processor's report differ, and when that was last looked at. */
export class Reconciliation1763800022001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.reconciliation_breaks (
        enterprise_id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('missing', 'extra', 'amount', 'duplicate', 'late', 'status')),
        own text NOT NULL,
        reported text NOT NULL,
        banking_at timestamptz NOT NULL,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        resolved_at timestamptz,
        PRIMARY KEY (enterprise_id, end_to_end_id, kind))`);
    await runner.query(`
      CREATE INDEX reconciliation_breaks_open ON transfers.reconciliation_breaks (enterprise_id, banking_at)
        WHERE resolved_at IS NULL`);
    await protect(runner, 'transfers.reconciliation_breaks', 'SELECT, INSERT, UPDATE');
    await runner.query(`
      CREATE TABLE transfers.reconciliation_runs (
        enterprise_id uuid PRIMARY KEY,
        started_at timestamptz NOT NULL,
        finished_at timestamptz)`);
    await protect(runner, 'transfers.reconciliation_runs', 'SELECT, INSERT, UPDATE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transfers.reconciliation_breaks, transfers.reconciliation_runs');
  }
}
