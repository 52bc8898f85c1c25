import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Results that no inbox takes, set aside so that the others go on. Nobody's, like the cursor: who a result is for may be
 * what is wrong with it. What it says beside the names is not kept: it may hold account numbers.
 */
export class SetAsideResults1764000003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.set_aside_results (
        id uuid NOT NULL PRIMARY KEY,
        processor text NOT NULL,
        page_cursor text NOT NULL,
        position int NOT NULL,
        reason text NOT NULL,
        problem text NOT NULL,
        for_enterprise text,
        processor_result_id text,
        end_to_end_id text,
        kind text,
        set_aside_at timestamptz NOT NULL,
        closed_at timestamptz,
        closed_because text,
        CONSTRAINT set_aside_results_once UNIQUE (processor, page_cursor, position))`);
    await runner.query(
      `CREATE INDEX set_aside_results_open ON transfers.set_aside_results (id) WHERE closed_at IS NULL`,
    );
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON transfers.set_aside_results TO payments_relay`);
    await runner.query(`ALTER TABLE transfers.processor_results
      ADD COLUMN dismissed_at timestamptz, ADD COLUMN dismissed_because text`);
    await runner.query(`GRANT UPDATE (dismissed_at, dismissed_because) ON transfers.processor_results TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE transfers.processor_results DROP COLUMN dismissed_at, DROP COLUMN dismissed_because`,
    );
    await runner.query('DROP TABLE transfers.set_aside_results');
  }
}
