import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many copies of a payment a bank may get: a refusal of one of several says nothing about the others. */
export class CopiesOfMessages1764100066000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.files ADD COLUMN copies int NOT NULL DEFAULT 1 CHECK (copies > 0)');
    await runner.query('ALTER TABLE rails.entries ADD COLUMN copies int NOT NULL DEFAULT 0 CHECK (copies >= 0)');
    // What was tried more than once may have been sent again.
    await runner.query(`
      UPDATE rails.files SET copies = attempts
      WHERE attempts > 1 AND rail IN ('rtp', 'fednow') AND state IN ('sealed', 'uploading', 'doubtful', 'uploaded', 'acknowledged')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.entries DROP COLUMN copies');
    await runner.query('ALTER TABLE rails.files DROP COLUMN copies');
  }
}
