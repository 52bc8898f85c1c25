import type { MigrationInterface, QueryRunner } from 'typeorm';

const GROWING = [
  ...[
    'accounts.external_accounts',
    'accounts.account_details',
    'bulk.rows',
    'customers.businesses',
    'customers.persons',
  ],
  ...['ledger.entries', 'platform.events', 'rails.entries', 'transfers.legs', 'transfers.processor_results'],
  ...['transfers.status_history', 'transfers.transfers', 'webhooks.attempts', 'webhooks.deliveries'],
];

/**
 * Statistics follow after a hundredth of a table instead of a tenth. Where they do not know an enterprise yet, all indexes that begin with
 * the enterprise look alike to the planner, and a statement may read all its rows.
 */
export class FreshStatistics1764100088001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of GROWING) {
      await runner.query(
        `ALTER TABLE ${table} SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of GROWING) {
      await runner.query(`ALTER TABLE ${table} RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold)`);
    }
  }
}
