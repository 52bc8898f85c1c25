import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['webhooks.deliveries', 'platform.tasks'];

/**
 * Room on each page for the next version of its rows. Their indexed columns change, but on its page the log holds only what
 * changed, and no lock of the old version. Pages that exist stay as they are.
 */
export class RoomForResults1764100037000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} SET (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} RESET (fillfactor)`);
  }
}
