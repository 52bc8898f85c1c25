import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files to banks, over all enterprises of a connection: they are the relay's. */
export class RailsFiles1764100005001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.connections(runner);
    await this.documents(runner);
    await this.transitions(runner);
    await this.files(runner);
    await this.batches(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rails.batches, rails.files, rails.file_transitions, rails.payloads, rails.documents,
      rails.trace_counters, rails.connection_leases, rails.connections`);
    await runner.query('DROP FUNCTION rails.check_file_transition, rails.keep_sealed_file');
  }

  private async connections(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.connections (
        connection text NOT NULL PRIMARY KEY,
        file_sequence bigint NOT NULL)`);
    await runner.query(`
      CREATE TABLE rails.connection_leases (
        connection text NOT NULL,
        work text NOT NULL CHECK (work IN ('cut', 'upload', 'fetch')),
        token uuid NOT NULL,
        lease_until timestamptz NOT NULL,
        PRIMARY KEY (connection, work))`);
    await runner.query(`
      CREATE TABLE rails.trace_counters (
        connection text NOT NULL PRIMARY KEY,
        next int NOT NULL,
        epoch int NOT NULL)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.connections, rails.connection_leases, rails.trace_counters
      TO payments_relay`);
    // A worker proves its lease where it claims entries of an enterprise.
    await runner.query(`GRANT SELECT (connection, work, token) ON rails.connection_leases TO payments_app`);
  }

  private async documents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.documents (
        id uuid NOT NULL PRIMARY KEY,
        connection text NOT NULL,
        master_key_id text NOT NULL,
        wrapped_key bytea NOT NULL,
        chunks int,
        size bigint,
        sha256 bytea,
        created_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query(`
      CREATE TABLE rails.payloads (
        document_id uuid NOT NULL,
        chunk int NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (document_id, chunk))`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON rails.documents TO payments_relay`);
    await runner.query(`GRANT SELECT, INSERT, DELETE ON rails.payloads TO payments_relay`);
  }

  // The table of libs/rails/src/domain/file-state.ts once more; a test keeps the two the same.
  private async transitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.file_transitions (
        from_state text NOT NULL,
        to_state text NOT NULL,
        PRIMARY KEY (from_state, to_state))`);
    await runner.query(`
      INSERT INTO rails.file_transitions VALUES
        ('building', 'closing'), ('building', 'dropped'), ('closing', 'sealed'), ('closing', 'held'),
        ('sealed', 'uploading'), ('sealed', 'held'), ('sealed', 'withdrawn'),
        ('held', 'closing'), ('held', 'sealed'), ('held', 'withdrawn'),
        ('uploading', 'uploaded'), ('uploading', 'sealed'), ('uploading', 'doubtful'), ('uploading', 'acknowledged'),
        ('uploading', 'refused'), ('doubtful', 'uploaded'), ('doubtful', 'acknowledged'), ('doubtful', 'refused'),
        ('doubtful', 'sealed'), ('uploaded', 'acknowledged'), ('uploaded', 'refused'), ('uploaded', 'closed'),
        ('acknowledged', 'refused'), ('acknowledged', 'closed'), ('refused', 'resubmitted'), ('refused', 'failed')`);
    await runner.query(`GRANT SELECT ON rails.file_transitions TO payments_relay`);
    await runner.query(`
      CREATE FUNCTION rails.check_file_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM rails.file_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
          RAISE EXCEPTION 'illegal file transition: % to %', OLD.state, NEW.state;
        END IF;
        RETURN NEW;
      END $$`);
  }

  private async files(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.files (
        id uuid NOT NULL PRIMARY KEY,
        connection text NOT NULL,
        rail text NOT NULL,
        window_key text NOT NULL,
        part int NOT NULL CHECK (part > 0),
        state text NOT NULL,
        reason text,
        epoch int NOT NULL,
        cut_at timestamptz NOT NULL,
        upload_by timestamptz NOT NULL,
        cutoff_at timestamptz NOT NULL,
        format jsonb,
        file_name text,
        creation_date text,
        modifier text,
        batches int NOT NULL DEFAULT 0,
        entries int NOT NULL DEFAULT 0,
        debit bigint NOT NULL DEFAULT 0,
        credit bigint NOT NULL DEFAULT 0,
        document_id uuid,
        size bigint,
        sha256 bytea,
        attempts int NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        last_error text,
        released_by text[] NOT NULL DEFAULT '{}',
        may_exist boolean NOT NULL DEFAULT false,
        uploaded_at timestamptz,
        acknowledged_at timestamptz,
        entries_become text CHECK (entries_become IN ('accepted', 'waiting', 'rejected')),
        code text,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT files_name UNIQUE (connection, file_name),
        CONSTRAINT files_modifier UNIQUE (connection, creation_date, modifier),
        CONSTRAINT files_part UNIQUE (connection, window_key, part),
        CONSTRAINT files_bytes CHECK (num_nonnulls(document_id, size, sha256) IN (0, 3)),
        CONSTRAINT files_sent CHECK (sha256 IS NOT NULL
          OR state IN ('building', 'closing', 'held', 'withdrawn', 'dropped')))`);
    await runner.query(`
      CREATE TRIGGER check_transition BEFORE UPDATE OF state ON rails.files
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION rails.check_file_transition()`);
    // Two different contents under one name are impossible.
    await runner.query(`
      CREATE FUNCTION rails.keep_sealed_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the name and the bytes of a sealed file never change';
      END $$`);
    await runner.query(`
      CREATE TRIGGER keep_sealed BEFORE UPDATE ON rails.files FOR EACH ROW
        WHEN (OLD.sha256 IS NOT NULL AND (OLD.sha256, OLD.document_id, OLD.size, OLD.file_name, OLD.creation_date,
          OLD.modifier, OLD.batches, OLD.entries, OLD.debit, OLD.credit)
          IS DISTINCT FROM (NEW.sha256, NEW.document_id, NEW.size, NEW.file_name, NEW.creation_date,
          NEW.modifier, NEW.batches, NEW.entries, NEW.debit, NEW.credit))
        EXECUTE FUNCTION rails.keep_sealed_file()`);
    await runner.query(
      `CREATE INDEX files_at_work ON rails.files (connection, state) WHERE state NOT IN ('closed', 'withdrawn',
         'resubmitted', 'failed', 'dropped')`,
    );
    await runner.query(`CREATE INDEX files_entries_due ON rails.files (connection) WHERE entries_become IS NOT NULL`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.files TO payments_relay`);
  }

  private async batches(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.batches (
        file_id uuid NOT NULL,
        batch_no int NOT NULL,
        connection text NOT NULL,
        for_enterprise uuid NOT NULL,
        batch_key text COLLATE "C" NOT NULL,
        header jsonb NOT NULL,
        first_trace text COLLATE "C" NOT NULL,
        last_trace text COLLATE "C" NOT NULL,
        offset_trace text,
        entries int NOT NULL,
        records int NOT NULL,
        hash bigint NOT NULL,
        debit bigint NOT NULL,
        credit bigint NOT NULL,
        PRIMARY KEY (file_id, batch_no))`);
    await runner.query(`CREATE INDEX batches_traces ON rails.batches (connection, last_trace, first_trace)`);
    await runner.query(`GRANT SELECT, INSERT ON rails.batches TO payments_relay`);
  }
}
