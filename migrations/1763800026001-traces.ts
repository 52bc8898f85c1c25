import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which trace made a row of the outbox, so that the work it leads to goes on with it. Null while it is not traced. */
export class Traces1763800026001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['tasks', 'events']) {
      await runner.query(`ALTER TABLE platform.${table} ADD COLUMN trace_parent text`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['tasks', 'events']) {
      await runner.query(`ALTER TABLE platform.${table} DROP COLUMN trace_parent`);
    }
  }
}
