import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A file that is to go out again and is late is in doubt: the bank may have an earlier copy of it. */
export class LateCopies1764300300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO rails.file_transitions VALUES ('sealed', 'doubtful')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM rails.file_transitions WHERE (from_state, to_state) = ('sealed', 'doubtful')`);
  }
}
