import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letRelaySee, protect } from './tenant-table.js';

/** Which screening list is in force for an enterprise, and how far its verified customers are screened against it. */
export class ScreeningRuns1764000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers.screening_runs (
        enterprise_id uuid PRIMARY KEY,
        list_digest text NOT NULL,
        list_placed_at timestamptz NOT NULL,
        started_at timestamptz NOT NULL,
        last_customer_id uuid,
        customers int,
        screened int NOT NULL DEFAULT 0,
        matched int NOT NULL DEFAULT 0,
        finished_at timestamptz)`);
    await protect(runner, 'customers.screening_runs', 'SELECT, INSERT, UPDATE');
    // For the gauge over all enterprises.
    await letRelaySee(runner, 'customers.screening_runs', 'customers, screened, finished_at');
    // For finding the enterprises that a new list is not in force for.
    await runner.query(
      `CREATE POLICY found ON customers.screening_runs FOR SELECT TO payments_maintenance USING (true)`,
    );
    await runner.query(
      `GRANT SELECT (enterprise_id, list_digest, list_placed_at) ON customers.screening_runs TO payments_maintenance`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE customers.screening_runs');
  }
}
