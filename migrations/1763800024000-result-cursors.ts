import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the results of each processor have been read. The relay's: a page holds results of all enterprises. */
export class ResultCursors1763800024000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.result_cursors (
        processor text NOT NULL PRIMARY KEY,
        cursor text NOT NULL,
        lease_token uuid NOT NULL,
        lease_until timestamptz NOT NULL)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON transfers.result_cursors TO payments_relay`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transfers.result_cursors');
  }
}
