import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Room on each page for the next versions of its rows. An update of a transfer that stays on its page writes no index. The
 * position of an event is indexed, but on its page the log holds only what changed.
 */
export class RoomForUpdates1764100023000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.transfers SET (fillfactor = 60)');
    await runner.query('ALTER TABLE platform.events SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.events RESET (fillfactor)');
    await runner.query('ALTER TABLE transfers.transfers RESET (fillfactor)');
  }
}
