import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of results of banks have room for the end-to-end id. */
export class ResultKeys1764100081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await limit(runner, 200);
  }

  async down(runner: QueryRunner): Promise<void> {
    await limit(runner, 100);
  }
}

async function limit(runner: QueryRunner, most: number): Promise<void> {
  await runner.query(`ALTER TABLE rails.results DROP CONSTRAINT results_key_check,
    ADD CONSTRAINT results_key_check CHECK (length(key) BETWEEN 1 AND ${most}) NOT VALID`);
}
