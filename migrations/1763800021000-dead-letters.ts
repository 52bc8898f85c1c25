import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letRelaySee, protect } from './tenant-table.js';

export class DeadLetters1763800021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // How often in a row a worker began on the task and did not tell what became of it, the one at work now included.
    await runner.query(`ALTER TABLE platform.tasks ADD COLUMN unreported int NOT NULL DEFAULT 0`);
    // Who looks after the queues counts what is held; nobody can write with a token that he sees.
    await runner.query(`GRANT SELECT (lease_token) ON platform.tasks TO payments_relay`);
    await runner.query(`
      CREATE TABLE platform.dead_letters (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        queue text NOT NULL,
        subject_id uuid NOT NULL,
        reason text NOT NULL CHECK (reason IN ('crashed', 'failed')),
        cause text NOT NULL,
        attempts int NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL,
        died_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT dead_letters_subject UNIQUE (enterprise_id, queue, subject_id))`);
    await protect(runner, 'platform.dead_letters', 'SELECT, INSERT, UPDATE, DELETE');
    await letRelaySee(runner, 'platform.dead_letters', 'enterprise_id, queue');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.dead_letters');
    await runner.query('ALTER TABLE platform.tasks DROP COLUMN unreported');
    await runner.query('REVOKE SELECT (lease_token) ON platform.tasks FROM payments_relay');
  }
}
