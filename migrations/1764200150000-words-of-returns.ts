import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the bank wrote beside the code of a return. */
export class WordsOfReturns1764200150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.results ADD COLUMN reason_text text');
    await runner.query('ALTER TABLE transfers.processor_results ADD COLUMN reason_text text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.processor_results DROP COLUMN reason_text');
    await runner.query('ALTER TABLE rails.results DROP COLUMN reason_text');
  }
}
