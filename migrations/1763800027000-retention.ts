import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain } from './tenant-table.js';

/** What retention finds old rows by, and that it removes them: of one enterprise at a time, or of nobody's. */
export class Retention1763800027000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of OF_TENANTS) {
      await letMaintain(runner, table, `SELECT (enterprise_id, ${columns}), DELETE`);
    }
    for (const [table, columns] of OTHERS) {
      await runner.query(`GRANT SELECT (${columns}), DELETE ON ${table} TO payments_maintenance`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of OTHERS) {
      await runner.query(`REVOKE SELECT (${columns}), DELETE ON ${table} FROM payments_maintenance`);
    }
    for (const [table] of OF_TENANTS) {
      await runner.query(`REVOKE ALL ON ${table} FROM payments_maintenance`);
      await runner.query(`DROP POLICY maintenance ON ${table}`);
    }
  }
}

const OF_TENANTS: readonly (readonly [string, string])[] = [
  ['platform.audit', 'id, created_at'],
  ['auth.refresh_families', 'id, expires_at'],
  ['transfers.processor_results', 'id, end_to_end_id, applied_at'],
  ['transfers.reconciliation_breaks', 'end_to_end_id, resolved_at'],
];

/** Of nobody's, or of a table that maintenance is let at already. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['auth.login_failures', 'key, expires_at'],
  ['auth.rate_limits', 'key, at_ms'],
  ['webhooks.notices', 'created_at'],
];
