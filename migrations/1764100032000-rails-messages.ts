import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files may be messages of ISO 20022: payments that wait for a status, and what asks about them. */
export class RailsMessages1764100032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rails.files
        ADD COLUMN purpose text NOT NULL DEFAULT 'payments' CHECK (purpose IN ('payments', 'inquiry', 'recall')),
        ADD COLUMN message_id text,
        ADD COLUMN status_due_at timestamptz,
        ADD COLUMN inquiries int NOT NULL DEFAULT 0`);
    await runner.query(
      `CREATE UNIQUE INDEX files_message ON rails.files (connection, message_id) WHERE message_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX files_status_due ON rails.files (connection, status_due_at) WHERE status_due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX files_of_day ON rails.files (connection, creation_date) WHERE creation_date IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX rails.files_of_day`);
    await runner.query(`ALTER TABLE rails.files DROP COLUMN inquiries, DROP COLUMN status_due_at, DROP COLUMN message_id,
      DROP COLUMN purpose`);
  }
}
