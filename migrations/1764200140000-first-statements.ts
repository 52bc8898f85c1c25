import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day from which a connection has statements: what was due before is in the opening balance, until a line shows it. */
export class FirstStatements1764200140000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.reconciliations ADD COLUMN first_day text COLLATE "C"');
    await runner.query('CREATE INDEX postings_booked ON rails.postings (connection, day) WHERE match_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.postings_booked');
    await runner.query('ALTER TABLE rails.reconciliations DROP COLUMN first_day');
  }
}
