import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worker does the rounds that one worker at a time does. */
export class SweepTurns1764100036000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.sweep_turns (
        sweep text PRIMARY KEY,
        holder uuid NOT NULL,
        held_until timestamptz NOT NULL
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE ON platform.sweep_turns TO payments_relay');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.sweep_turns');
  }
}
