import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the rules about money read in addition, for one enterprise at a time: amounts, and what events tell. */
const READ: Readonly<Record<string, string>> = {
  'platform.enterprises': 'environment',
  'platform.events': 'data',
  'ledger.entries': 'attempt, banking_at',
  'transfers.transfers': 'amount',
  'transfers.legs': 'attempt',
  'bulk.bulk_transfers': 'amount, expected_amount, sequence',
  'bulk.rows': 'amount',
  'schedules.schedules': 'amount, sequence',
  'rails.exceptions': 'amount',
  'rails.entries': 'side',
  'rails.files': 'version, postings_version',
  'rails.postings': 'key, kind, file_id, batch_key, end_to_end_id, direction, amount',
  'rails.statement_lines': 'statement_id, amount, direction, status',
};

/** Every amount that is stored can be compared with another. */
export class CheckedAmounts1764100104001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW transfers.of_bulk WITH (security_invoker = true) AS
        SELECT enterprise_id, bulk_transfer_id, id, status, created_at, amount FROM transfers.transfers
        WHERE bulk_transfer_id IS NOT NULL`);
    await runner.query('GRANT SELECT (amount) ON transfers.of_bulk TO payments_maintenance');
    await runner.query(
      `GRANT SELECT (enterprise_id, id, state, opening, closing, credits, debits, created_at) ON rails.own_statements
       TO payments_maintenance`,
    );
    for (const [table, columns] of Object.entries(READ)) {
      await runner.query(`GRANT SELECT (${columns}) ON ${table} TO payments_maintenance`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(READ)) {
      await runner.query(`REVOKE SELECT (${columns}) ON ${table} FROM payments_maintenance`);
    }
    await runner.query('REVOKE SELECT ON rails.own_statements FROM payments_maintenance');
    await runner.query('DROP VIEW transfers.of_bulk');
    await runner.query(`
      CREATE VIEW transfers.of_bulk WITH (security_invoker = true) AS
        SELECT enterprise_id, bulk_transfer_id, id, status, created_at FROM transfers.transfers
        WHERE bulk_transfer_id IS NOT NULL`);
    await runner.query('GRANT SELECT ON transfers.of_bulk TO payments_app');
    await runner.query(
      'GRANT SELECT (enterprise_id, bulk_transfer_id, id, status, created_at) ON transfers.of_bulk TO payments_maintenance',
    );
  }
}
