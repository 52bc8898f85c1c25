import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

/** What every place held at the ends of days, and what the ledger publishes for reports. */
export class DayEnds1764100040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.days (
        enterprise_id uuid NOT NULL,
        day date NOT NULL,
        last_position bigint NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, day))`);
    await runner.query('CREATE INDEX days_positions ON ledger.days (enterprise_id, last_position, day)');
    await protect(runner, 'ledger.days', 'SELECT, INSERT');
    await letMaintain(runner, 'ledger.days', 'SELECT (enterprise_id, day, last_position, closed_at)');
    // Only the places that moved on the day: ten thousand subledgers that rest cost nothing.
    await runner.query(`
      CREATE TABLE ledger.day_ends (
        enterprise_id uuid NOT NULL,
        book uuid NOT NULL,
        account text NOT NULL,
        day date NOT NULL,
        balance bigint NOT NULL,
        PRIMARY KEY (enterprise_id, book, account, day))`);
    await runner.query('CREATE INDEX day_ends_days ON ledger.day_ends (enterprise_id, day)');
    await protect(runner, 'ledger.day_ends', 'SELECT, INSERT');
    await letMaintain(runner, 'ledger.day_ends', 'SELECT (enterprise_id, book, account, day, balance)');
    await runner.query(`
      CREATE VIEW ledger.journal WITH (security_invoker = true) AS
        SELECT enterprise_id, position, id, subject_id, leg, attempt, kind, debit_account, credit_account, debit_book,
          credit_book, amount, banking_at, created_at
        FROM ledger.entries`);
    await runner.query(`
      CREATE VIEW ledger.credit_references WITH (security_invoker = true) AS
        SELECT enterprise_id, id, reference FROM ledger.credits`);
    await runner.query('GRANT SELECT ON ledger.journal, ledger.credit_references TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW ledger.journal, ledger.credit_references');
    await runner.query('DROP TABLE ledger.day_ends, ledger.days');
  }
}
