import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The subledger whose money the transfers of a schedule move. */
export class ScheduleSubledgers1764100080001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE schedules.schedules ADD COLUMN subledger_reference_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE schedules.schedules DROP COLUMN subledger_reference_id');
  }
}
