import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every entry has its position, and it alone. Postings wait while the index is built; requests do not post. */
export class GaplessEntries1764100034002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger.entries ADD CONSTRAINT entries_position UNIQUE (enterprise_id, position)');
    await runner.query('ALTER TABLE ledger.entries ALTER COLUMN position SET NOT NULL');
    await runner.query('ALTER TABLE ledger.entries VALIDATE CONSTRAINT entries_two_accounts');
    await runner.query('ALTER TABLE ledger.entries VALIDATE CONSTRAINT entries_accounts_of_books');
    await runner.query('DROP POLICY numbering ON ledger.entries');
    await runner.query('DROP TABLE ledger.numbering');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE ledger.numbering (enterprise_id uuid PRIMARY KEY, last_position bigint NOT NULL,
      created_at timestamptz NOT NULL, id uuid NOT NULL)`);
    await runner.query('CREATE POLICY numbering ON ledger.entries TO payments_owner USING (true)');
    await runner.query('ALTER TABLE ledger.entries ALTER COLUMN position DROP NOT NULL');
    await runner.query('ALTER TABLE ledger.entries DROP CONSTRAINT entries_position');
  }
}
