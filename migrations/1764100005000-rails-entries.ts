import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letRelaySee, protect } from './tenant-table.js';

/** Orders to banks as entries of files, their results, and the inquiries about them. */
export class RailsEntries1764100005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'rails');
    await this.transitions(runner);
    await this.entries(runner);
    await this.results(runner);
    await runner.query(`
      CREATE TABLE rails.inquiries (
        enterprise_id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        inquiry_id uuid NOT NULL,
        PRIMARY KEY (enterprise_id, end_to_end_id))`);
    await protect(runner, 'rails.inquiries', 'SELECT, INSERT, UPDATE (inquiry_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA rails CASCADE');
  }

  // The table of libs/rails/src/domain/entry-state.ts once more; a test keeps the two the same.
  private async transitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.entry_transitions (
        from_state text NOT NULL,
        to_state text NOT NULL,
        PRIMARY KEY (from_state, to_state))`);
    await runner.query(`
      INSERT INTO rails.entry_transitions VALUES
        ('waiting', 'filed'), ('waiting', 'rejected'),
        ('filed', 'waiting'), ('filed', 'accepted'), ('filed', 'rejected'), ('filed', 'returned'),
        ('accepted', 'waiting'), ('accepted', 'settled'), ('accepted', 'rejected'), ('accepted', 'returned'),
        ('settled', 'returned')`);
    await runner.query(`GRANT SELECT ON rails.entry_transitions TO payments_app`);
    await runner.query(`
      CREATE FUNCTION rails.check_entry_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM rails.entry_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
          RAISE EXCEPTION 'illegal entry transition: % to %', OLD.state, NEW.state;
        END IF;
        RETURN NEW;
      END $$`);
  }

  // A rejected order may lack whatever could not be written. An entry is what the bank gets; times end with real ones.
  private async entries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.entries (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        end_to_end_id text NOT NULL,
        order_batch_id uuid NOT NULL,
        rail text NOT NULL,
        side text NOT NULL CHECK (side IN ('source', 'destination')),
        amount bigint NOT NULL,
        state text NOT NULL,
        occurred_at timestamptz NOT NULL,
        code text,
        connection text,
        window_key text COLLATE "C",
        batch_key text COLLATE "C",
        sec text,
        transaction_code int,
        routing_number text,
        account_number bytea,
        individual_id text,
        name text,
        discretionary_data text,
        remittance text,
        window_at timestamptz NOT NULL,
        effective_date text NOT NULL,
        settles_at timestamptz NOT NULL,
        cut_at timestamptz NOT NULL,
        settle_at timestamptz NOT NULL,
        retimed boolean NOT NULL DEFAULT false,
        file_id uuid,
        trace text COLLATE "C",
        epoch int,
        return_trace text,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT entries_end_to_end UNIQUE (enterprise_id, end_to_end_id),
        CONSTRAINT entries_trace UNIQUE (enterprise_id, connection, trace, epoch),
        CONSTRAINT entries_planned CHECK (state = 'rejected' OR num_nulls(connection, window_key, batch_key, sec,
          transaction_code, routing_number, account_number, individual_id, name, discretionary_data) = 0),
        CONSTRAINT entries_filed CHECK (state IN ('rejected', 'waiting') OR num_nulls(file_id, trace, epoch) = 0),
        CONSTRAINT entries_unfiled CHECK (state <> 'waiting' OR num_nonnulls(file_id, trace, epoch) = 0))`);
    await runner.query(`
      CREATE TRIGGER check_transition BEFORE UPDATE OF state ON rails.entries
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION rails.check_entry_transition()`);
    await runner.query(
      `CREATE INDEX entries_waiting ON rails.entries (connection, window_key, cut_at, enterprise_id) WHERE state = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX entries_to_claim ON rails.entries (enterprise_id, connection, window_key, batch_key, id)
         WHERE state = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX entries_of_file ON rails.entries (enterprise_id, file_id, batch_key, trace) WHERE file_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX entries_to_settle ON rails.entries (connection, settle_at, enterprise_id) WHERE state = 'accepted'`,
    );
    await runner.query(`CREATE INDEX entries_changed ON rails.entries (enterprise_id, occurred_at)`);
    await protect(runner, 'rails.entries', 'SELECT, INSERT, UPDATE');
    await letRelaySee(
      runner,
      'rails.entries',
      'enterprise_id, connection, rail, window_key, cut_at, settle_at, file_id, state',
    );
  }

  private async results(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.results (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
        end_to_end_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('accepted', 'settled', 'rejected', 'returned', 'notification_of_change')),
        code text,
        trace text,
        occurred_at timestamptz NOT NULL,
        retimed_effective_date text,
        retimed_settles_at timestamptz,
        correction bytea,
        reported_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT results_once UNIQUE (enterprise_id, key),
        CONSTRAINT results_retimed CHECK (num_nonnulls(retimed_effective_date, retimed_settles_at) IN (0, 2)))`);
    await runner.query(
      `CREATE INDEX results_unreported ON rails.results (enterprise_id, id) WHERE reported_at IS NULL`,
    );
    await protect(runner, 'rails.results', 'SELECT, INSERT, UPDATE (reported_at, correction)');
    await letRelaySee(runner, 'rails.results', 'enterprise_id, reported_at');
  }
}
