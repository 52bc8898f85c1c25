import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letRelaySee, protect } from './tenant-table.js';

/** Files of banks, what a person must decide about them, and how many entries came back. */
export class RailsInbound1764100005100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.transitions(runner);
    await this.files(runner);
    await this.exceptions(runner);
    await this.returns(runner);
    // The bank may acknowledge other totals than those of the file.
    await runner.query(`INSERT INTO rails.file_transitions VALUES ('uploaded', 'doubtful')`);
    // A return names a trace number only, and the batch with it says whose entry that is.
    await runner.query(`CREATE INDEX batches_trace_range ON rails.batches
      USING gist (int8range(first_trace::bigint, last_trace::bigint, '[]'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rails.batches_trace_range');
    await runner.query(`DELETE FROM rails.file_transitions WHERE (from_state, to_state) = ('uploaded', 'doubtful')`);
    await runner.query(
      'DROP TABLE rails.return_counts, rails.exceptions, rails.inbound_files, rails.inbound_transitions',
    );
    await runner.query('DROP FUNCTION rails.check_inbound_transition');
  }

  // The table of libs/rails/src/domain/inbound/inbound-state.ts once more; a test keeps the two the same.
  private async transitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.inbound_transitions (
        from_state text NOT NULL,
        to_state text NOT NULL,
        PRIMARY KEY (from_state, to_state))`);
    await runner.query(`
      INSERT INTO rails.inbound_transitions VALUES
        ('fetched', 'parsed'), ('fetched', 'quarantined'), ('fetched', 'ignored'), ('parsed', 'applied'),
        ('quarantined', 'fetched'), ('quarantined', 'discarded')`);
    await runner.query(`GRANT SELECT ON rails.inbound_transitions TO payments_relay`);
    await runner.query(`
      CREATE FUNCTION rails.check_inbound_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM rails.inbound_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
          RAISE EXCEPTION 'illegal inbound transition: % to %', OLD.state, NEW.state;
        END IF;
        RETURN NEW;
      END $$`);
  }

  private async files(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.inbound_files (
        id uuid NOT NULL PRIMARY KEY,
        connection text NOT NULL,
        directory text NOT NULL,
        name text NOT NULL,
        listed_size bigint,
        modified_at timestamptz,
        size bigint NOT NULL,
        sha256 bytea NOT NULL,
        document_id uuid,
        duplicate_of uuid,
        kind text,
        state text NOT NULL,
        waivers text[] NOT NULL DEFAULT '{}',
        waived text[] NOT NULL DEFAULT '{}',
        diagnostics jsonb,
        reason text,
        batches int NOT NULL DEFAULT 0,
        entries int NOT NULL DEFAULT 0,
        attempts int NOT NULL DEFAULT 0,
        lease_token uuid,
        lease_until timestamptz NOT NULL DEFAULT '-infinity',
        fetched_at timestamptz NOT NULL,
        applied_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbound_files_original CHECK ((document_id IS NULL) = (state = 'duplicate')
          AND (duplicate_of IS NOT NULL) = (state = 'duplicate')))`);
    await runner.query(
      `CREATE UNIQUE INDEX inbound_files_content ON rails.inbound_files (connection, sha256) WHERE duplicate_of IS NULL`,
    );
    await runner.query(`CREATE INDEX inbound_files_listed ON rails.inbound_files (connection, directory, name, id)`);
    await runner.query(
      `CREATE INDEX inbound_files_open ON rails.inbound_files (state, id) WHERE state IN ('fetched', 'parsed', 'quarantined')`,
    );
    await runner.query(`
      CREATE TRIGGER check_transition BEFORE UPDATE OF state ON rails.inbound_files
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION rails.check_inbound_transition()`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.inbound_files TO payments_relay`);
  }

  // Of a connection: who an entry belongs to may be what is not known.
  private async exceptions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.exceptions (
        id uuid NOT NULL PRIMARY KEY,
        key text NOT NULL,
        connection text NOT NULL,
        for_enterprise uuid,
        kind text NOT NULL,
        inbound_id uuid,
        line int,
        file_id uuid,
        end_to_end_id text,
        code text,
        direction text CHECK (direction IN ('credit', 'debit')),
        amount bigint,
        original_trace text,
        trace text,
        detail text,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved')),
        resolution text,
        resolved_by text,
        resolved_at timestamptz,
        created_at timestamptz NOT NULL,
        CONSTRAINT exceptions_once UNIQUE (connection, key),
        CONSTRAINT exceptions_resolved CHECK ((state = 'open') = (num_nonnulls(resolution, resolved_by, resolved_at) = 0)))`);
    await runner.query(`CREATE INDEX exceptions_open ON rails.exceptions (kind, id) WHERE state = 'open'`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.exceptions TO payments_relay`);
  }

  private async returns(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.return_counts (
        enterprise_id uuid NOT NULL,
        connection text NOT NULL,
        day date NOT NULL,
        code text NOT NULL,
        debits int NOT NULL,
        PRIMARY KEY (enterprise_id, connection, day, code))`);
    await protect(runner, 'rails.return_counts', 'SELECT, INSERT, UPDATE (debits)');
    await letRelaySee(runner, 'rails.return_counts', 'enterprise_id, connection, day, code, debits');
  }
}
