import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who sent the parts of a bulk transfer: nobody approves what he has sent himself, whoever began it. */
export class Contributors1764100064000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE bulk.parts ADD COLUMN senders text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`ALTER TABLE controls.approvals ADD COLUMN contributors text[] NOT NULL DEFAULT '{}'`);
    await runner.query('GRANT SELECT (contributors) ON controls.approvals TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE controls.approvals DROP COLUMN contributors');
    await runner.query('ALTER TABLE bulk.parts DROP COLUMN senders');
  }
}
