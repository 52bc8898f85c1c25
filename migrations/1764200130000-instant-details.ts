import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what RTP knows an instant payment: a recall must name it. */
export class ClearingReferences1764200130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.entries ADD COLUMN clearing_reference text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.entries DROP COLUMN clearing_reference');
  }
}
