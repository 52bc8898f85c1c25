import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Closed subledgers say until when debits may come back, and which of them have a balance. */
export class ClosedSubledgers1764100104000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subledgers.subledgers ADD COLUMN debits_return_until text');
    await runner.query('GRANT SELECT (updated_at) ON ledger.book_balances TO payments_maintenance');
    await runner.query('GRANT UPDATE (debits_return_until) ON subledgers.subledgers TO payments_app');
    await runner.query(`
      CREATE VIEW subledgers.unsettled WITH (security_invoker = true) AS
        SELECT DISTINCT s.enterprise_id, s.id FROM subledgers.subledgers s
        JOIN ledger.book_balances b ON b.enterprise_id = s.enterprise_id AND b.book = s.id
        WHERE s.closed_at IS NOT NULL AND b.balance <> 0`);
    await runner.query('GRANT SELECT ON subledgers.unsettled TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW subledgers.unsettled');
    await runner.query('ALTER TABLE subledgers.subledgers DROP COLUMN debits_return_until');
  }
}
