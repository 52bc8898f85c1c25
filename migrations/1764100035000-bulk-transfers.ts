import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts', 'schedules')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  ...['invoke:webhook', 'read:approvals'],
];
const NEW_SCOPES = ['read:bulk-transfers', 'write:bulk-transfers'];

const NIL = '00000000-0000-0000-0000-000000000000';

/** Bulk transfers with their parts, rows, chunks and funds, and the bulk transfer of a transfer. */
export class BulkTransfers1764100035000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'bulk');
    await this.bulks(runner);
    await this.transitions(runner);
    await this.parts(runner);
    await this.rows(runner);
    await this.chunks(runner);
    await this.funds(runner);
    await this.transfers(runner);
    await this.scopes(runner, `scopes || $2::text[] WHERE scopes @> $1::text[] AND NOT scopes && $2::text[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(
      runner,
      `array(SELECT unnest(scopes) EXCEPT SELECT unnest($2::text[])) WHERE scopes && $2::text[] AND $1::text[] IS NOT NULL`,
    );
    await runner.query('DROP SCHEMA bulk CASCADE');
    await runner.query('DROP VIEW transfers.of_bulk');
    await runner.query('DROP INDEX transfers.transfers_of_bulk');
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN bulk_transfer_id');
  }

  private async bulks(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.bulk_transfers (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        bulk_reference_id text NOT NULL,
        mode text NOT NULL CHECK (mode IN ('all', 'each')),
        format text NOT NULL CHECK (format IN ('csv', 'ndjson')),
        on_duplicate text NOT NULL CHECK (on_duplicate IN ('reject', 'skip')),
        review boolean NOT NULL,
        expected_rows int,
        expected_amount bigint,
        execute_at timestamptz,
        metadata jsonb,
        status text NOT NULL,
        failure_code text,
        approval jsonb,
        columns jsonb,
        parts int CHECK (parts BETWEEN 1 AND 500),
        validated_parts int NOT NULL,
        lines int NOT NULL,
        rows int NOT NULL CHECK (rows BETWEEN 0 AND 100000),
        validated int NOT NULL,
        amount bigint NOT NULL,
        created int NOT NULL,
        skipped int NOT NULL,
        refused int NOT NULL,
        first_errors jsonb NOT NULL,
        file_sha256 text,
        reported int NOT NULL,
        sequence int NOT NULL,
        version int NOT NULL,
        created_by text,
        owner text,
        submitted_at timestamptz,
        confirmed_at timestamptz,
        started_at timestamptz,
        ended_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT bulk_transfers_counts CHECK (greatest(created, skipped, refused, validated) <= rows),
        CONSTRAINT bulk_transfers_end CHECK (
          (ended_at IS NOT NULL) = (status IN ('invalid', 'completed', 'completed_with_errors', 'failed', 'canceled'))),
        CONSTRAINT bulk_transfers_reference UNIQUE (enterprise_id, bulk_reference_id),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(
      `CREATE INDEX bulk_transfers_newest ON bulk.bulk_transfers (enterprise_id, created_at DESC, id DESC)`,
    );
    await runner.query(`
      CREATE INDEX bulk_transfers_timed ON bulk.bulk_transfers (enterprise_id, execute_at)
      WHERE status = 'ready' AND execute_at IS NOT NULL`);
    await protect(runner, 'bulk.bulk_transfers', 'SELECT, INSERT, UPDATE');
    const columns =
      'enterprise_id, id, mode, status, review, rows, validated, created, skipped, refused, confirmed_at, approval, ended_at, updated_at';
    await letMaintain(runner, 'bulk.bulk_transfers', `SELECT (${columns})`);
  }

  private async transitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.transitions (
        from_status text NOT NULL,
        to_status text NOT NULL,
        PRIMARY KEY (from_status, to_status))`);
    await runner.query(`
      INSERT INTO bulk.transitions VALUES
        ('uploading', 'validating'), ('uploading', 'canceled'),
        ('validating', 'invalid'), ('validating', 'ready'), ('validating', 'canceled'),
        ('ready', 'running'), ('ready', 'failed'), ('ready', 'canceled'),
        ('running', 'completed'), ('running', 'completed_with_errors'), ('running', 'canceled')`);
    // A unit of work may start and finish a bulk transfer without rows to create, and writes only the last step.
    await runner.query(`
      INSERT INTO bulk.transitions VALUES ('ready', 'completed'), ('ready', 'completed_with_errors')`);
    await runner.query('GRANT SELECT ON bulk.transitions TO payments_app');
    await runner.query(`
      CREATE FUNCTION bulk.refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM bulk.transitions
                       WHERE from_status = OLD.status AND to_status = NEW.status) THEN
          RAISE EXCEPTION 'illegal transition of a bulk transfer: % to %', OLD.status, NEW.status;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER legal_transition BEFORE UPDATE OF status ON bulk.bulk_transfers
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
        EXECUTE FUNCTION bulk.refuse_illegal_transition()`);
  }

  private async parts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.parts (
        enterprise_id uuid NOT NULL,
        bulk_id uuid NOT NULL,
        number int NOT NULL CHECK (number BETWEEN 1 AND 500),
        rows int NOT NULL,
        lines int NOT NULL,
        size int NOT NULL,
        digest text NOT NULL,
        ends_line boolean NOT NULL,
        content bytea,
        received_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, bulk_id, number))`);
    await protect(runner, 'bulk.parts', 'SELECT, INSERT, UPDATE (content)');
    await letMaintain(runner, 'bulk.parts', 'SELECT (enterprise_id, bulk_id, number, received_at), DELETE');
  }

  private async rows(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.rows (
        enterprise_id uuid NOT NULL,
        bulk_id uuid NOT NULL,
        number int NOT NULL,
        line int NOT NULL,
        status text NOT NULL CHECK (status IN ('valid', 'refused', 'created', 'skipped')),
        transfer_reference_id text,
        amount bigint,
        takes_funds boolean NOT NULL,
        book uuid NOT NULL DEFAULT '${NIL}',
        body bytea,
        transfer_id uuid,
        error jsonb,
        CONSTRAINT rows_outcome CHECK (
          (status <> 'refused' OR error IS NOT NULL)
          AND (status NOT IN ('created', 'skipped') OR transfer_id IS NOT NULL)),
        PRIMARY KEY (enterprise_id, bulk_id, number))`);
    await runner.query(`
      CREATE INDEX rows_references ON bulk.rows (enterprise_id, bulk_id, transfer_reference_id)
      WHERE transfer_reference_id IS NOT NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX rows_transfers ON bulk.rows (enterprise_id, transfer_id) WHERE status = 'created'`);
    await protect(runner, 'bulk.rows', 'SELECT, INSERT, UPDATE');
    const columns = 'enterprise_id, bulk_id, number, status, transfer_id';
    await letMaintain(runner, 'bulk.rows', `SELECT (${columns}), DELETE`);
  }

  private async chunks(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.chunks (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        bulk_id uuid NOT NULL,
        first_row int NOT NULL,
        last_row int NOT NULL,
        is_done boolean NOT NULL DEFAULT false,
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query('CREATE UNIQUE INDEX chunks_rows ON bulk.chunks (enterprise_id, bulk_id, first_row)');
    await protect(runner, 'bulk.chunks', 'SELECT, INSERT, UPDATE (is_done)');
    await letMaintain(runner, 'bulk.chunks', 'SELECT (enterprise_id, id, bulk_id, is_done), DELETE');
  }

  private async funds(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk.funds (
        enterprise_id uuid NOT NULL,
        bulk_id uuid NOT NULL,
        book uuid NOT NULL DEFAULT '${NIL}',
        amount bigint NOT NULL CHECK (amount >= 0),
        PRIMARY KEY (enterprise_id, bulk_id, book))`);
    await protect(runner, 'bulk.funds', 'SELECT, INSERT, UPDATE, DELETE');
    await letMaintain(runner, 'bulk.funds', 'SELECT (enterprise_id, bulk_id, book, amount)');
  }

  // Published: which transfer is a row of which bulk transfer, and what became of it.
  private async transfers(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.transfers ADD COLUMN bulk_transfer_id uuid');
    await runner.query(`
      CREATE INDEX transfers_of_bulk ON transfers.transfers (enterprise_id, bulk_transfer_id, created_at DESC, id DESC)
      WHERE bulk_transfer_id IS NOT NULL`);
    await runner.query(`
      CREATE VIEW transfers.of_bulk WITH (security_invoker = true) AS
        SELECT enterprise_id, bulk_transfer_id, id, status, created_at FROM transfers.transfers
        WHERE bulk_transfer_id IS NOT NULL`);
    await runner.query('GRANT SELECT (bulk_transfer_id) ON transfers.transfers TO payments_maintenance');
    await runner.query('GRANT SELECT ON transfers.of_bulk TO payments_app');
    const columns = 'enterprise_id, bulk_transfer_id, id, status, created_at';
    await runner.query(`GRANT SELECT (${columns}) ON transfers.of_bulk TO payments_maintenance`);
  }

  // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, change: string): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = ${change}`, [OLD_SCOPES, NEW_SCOPES]),
    );
  }
}
