import type { MigrationInterface, QueryRunner } from 'typeorm';

const LEASES = 'rails.connection_leases';

/** What the latest work over the channel of a connection showed, of which an older process records nothing. */
export class ConnectionStates1764100086001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ${LEASES}
        ADD COLUMN succeeded_at timestamptz,
        ADD COLUMN failed_at timestamptz,
        ADD COLUMN failures int NOT NULL DEFAULT 0,
        ADD COLUMN failure text,
        ADD COLUMN retry_at timestamptz`);
    await runner.query(
      `CREATE INDEX exceptions_of_connection ON rails.exceptions (connection, due_date) WHERE state = 'open'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.exceptions_of_connection');
    await runner.query(`
      ALTER TABLE ${LEASES} DROP COLUMN succeeded_at, DROP COLUMN failed_at, DROP COLUMN failures, DROP COLUMN failure,
        DROP COLUMN retry_at`);
  }
}
