import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

/** Up to when the invariants of an enterprise have been looked at: a look that fails leaves it where it was. */
export class CheckedUntil1763800027001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.invariant_runs ADD COLUMN checked_until timestamptz');
    await withoutWall(runner, ['platform.invariant_runs'], async () => {
      await runner.query('UPDATE platform.invariant_runs SET checked_until = checked_at');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.invariant_runs DROP COLUMN checked_until');
  }
}
