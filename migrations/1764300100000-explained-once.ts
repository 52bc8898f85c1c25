import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A line of a corrected statement names the line that was booked for it. */
export class ExplainedOnce1764300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.statement_lines ADD COLUMN explained_with uuid');
    await runner.query(
      `CREATE INDEX statement_lines_explained_with ON rails.statement_lines (explained_with) WHERE explained_with IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.statement_lines_explained_with');
    await runner.query('ALTER TABLE rails.statement_lines DROP COLUMN explained_with');
  }
}
