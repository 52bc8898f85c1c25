import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A return asks what else is known of its payment, and its booking, whether a line of a statement was booked for it. */
export class ReturnsOfPayments1764100105000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX exceptions_of_entry ON rails.exceptions (end_to_end_id) WHERE end_to_end_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX statement_lines_explained ON rails.statement_lines (connection) WHERE explained_as IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.statement_lines_explained');
    await runner.query('DROP INDEX rails.exceptions_of_entry');
  }
}
