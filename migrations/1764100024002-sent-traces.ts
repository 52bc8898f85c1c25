import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only what was sent has a trace number: an order that is taken writes one index entry less. */
export class SentTraces1764100024002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rails.entries DROP CONSTRAINT entries_trace`);
    await runner.query(`CREATE UNIQUE INDEX entries_trace ON rails.entries (enterprise_id, connection, trace, epoch)
      WHERE trace IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX rails.entries_trace`);
    await runner.query(
      `ALTER TABLE rails.entries ADD CONSTRAINT entries_trace UNIQUE (enterprise_id, connection, trace, epoch)`,
    );
  }
}
