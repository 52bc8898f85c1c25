import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what RTP knows an instant payment, which a recall must name, and the address of the payee, which its message states. */
export class InstantDetails1764200130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.entries ADD COLUMN clearing_reference text, ADD COLUMN payee_address jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rails.entries DROP COLUMN payee_address, DROP COLUMN clearing_reference');
  }
}
