import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which statement of a day counts depends on when the bank made it, and a statement may come in pages. */
export class PagesOfStatements1764200140001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rails.statements ADD COLUMN is_interim boolean NOT NULL DEFAULT false, ADD COLUMN told_at timestamptz,
        ADD COLUMN page int, ADD COLUMN is_last_page boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX statements_of_pages ON rails.statements (connection, bank_id) WHERE page IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX statements_told ON rails.statements (connection, day) WHERE state IN ('current', 'superseded')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.statements_told, rails.statements_of_pages');
    await runner.query(`
      ALTER TABLE rails.statements DROP COLUMN is_interim, DROP COLUMN told_at, DROP COLUMN page, DROP COLUMN is_last_page`);
  }
}
