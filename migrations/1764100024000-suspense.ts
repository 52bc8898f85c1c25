import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money in suspense, and the decision about an exception that was begun: it is the only one that may be finished. */
export class Suspense1764100024000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Few of all entries: an invariant reads them.
    await runner.query(`CREATE INDEX entries_of_suspense ON ledger.entries (enterprise_id, subject_id)
      WHERE debit_account = 'suspense' OR credit_account = 'suspense'`);
    await runner.query(`ALTER TABLE rails.exceptions ADD COLUMN decision text, ADD COLUMN due_date date`);
    // What the invariant of suspense compares.
    await runner.query(`GRANT SELECT (decision) ON rails.exceptions TO payments_maintenance`);
    await runner.query(`CREATE INDEX exceptions_due ON rails.exceptions (due_date) WHERE state = 'open'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.exceptions_due');
    await runner.query(`ALTER TABLE rails.exceptions DROP COLUMN due_date, DROP COLUMN decision`);
    await runner.query('DROP INDEX ledger.entries_of_suspense');
  }
}
