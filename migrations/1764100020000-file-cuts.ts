import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

/** Entries keep the cut-off of their window, so that a file may be cut early; files say who cut them so. */
export class FileCuts1764100020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.files ADD COLUMN cut_by text`);
    await runner.query(`ALTER TABLE rails.entries ADD COLUMN cutoff_at timestamptz`);
    await runner.query(`GRANT SELECT (cutoff_at) ON rails.entries TO payments_relay`);
    // What may still wait again, if its file is taken back. What waits now gets the cut-off of its profile as before.
    await withoutWall(runner, ['rails.entries'], async () => {
      await runner.query(`
        UPDATE rails.entries e SET cutoff_at = f.cutoff_at FROM rails.files f
        WHERE f.id = e.file_id AND f.window_key = e.window_key AND e.state IN ('filed', 'accepted')`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.entries DROP COLUMN cutoff_at`);
    await runner.query(`ALTER TABLE rails.files DROP COLUMN cut_by`);
  }
}
