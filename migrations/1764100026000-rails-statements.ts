import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

const WORKS = ['cut', 'upload', 'fetch'];

/** Statements of banks, what they should have booked because of files, and where both or the ledger differ. */
export class RailsStatements1764100026000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.statements(runner);
    await this.lines(runner);
    await this.postings(runner);
    await this.breaks(runner);
    // The version of the file whose postings are stored.
    await runner.query(`ALTER TABLE rails.files ADD COLUMN postings_version int NOT NULL DEFAULT 0`);
    await runner.query(`CREATE INDEX files_postings_due ON rails.files (connection) WHERE postings_version <> version
      AND document_id IS NOT NULL`);
    await this.letWork(runner, [...WORKS, 'reconcile']);
    for (const [table, columns] of Object.entries(OLD)) {
      await runner.query(`GRANT SELECT (${columns}), DELETE ON ${table} TO payments_maintenance`);
    }
    await letMaintain(runner, 'rails.postings', 'SELECT (enterprise_id, id, created_at, match_id), DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM rails.connection_leases WHERE work = 'reconcile'`);
    await this.letWork(runner, WORKS);
    await runner.query(`DROP INDEX rails.files_postings_due`);
    await runner.query(`ALTER TABLE rails.files DROP COLUMN postings_version`);
    await runner.query(
      'DROP TABLE rails.reconciliations, rails.breaks, rails.postings, rails.statement_lines, rails.statements',
    );
  }

  // A statement is of a connection: what a line of it belongs to is what the comparison finds out.
  private async statements(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.statements (
        id uuid NOT NULL PRIMARY KEY,
        connection text NOT NULL,
        inbound_id uuid NOT NULL,
        ordinal int NOT NULL CHECK (ordinal > 0),
        format text NOT NULL,
        bank_id text NOT NULL,
        sequence int,
        account text NOT NULL,
        day text COLLATE "C" NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('day', 'intraday', 'notification')),
        status text NOT NULL CHECK (status IN ('new', 'deletion', 'correction', 'test')),
        state text NOT NULL CHECK (state IN ('loading', 'current', 'superseded', 'repeated', 'unbooked', 'shown')),
        opening bigint,
        closing bigint,
        lines int NOT NULL DEFAULT 0,
        credits bigint NOT NULL DEFAULT 0,
        debits bigint NOT NULL DEFAULT 0,
        digest bytea,
        received_at timestamptz NOT NULL,
        reconciled_at timestamptz,
        CONSTRAINT statements_once UNIQUE (inbound_id, ordinal),
        CONSTRAINT statements_closed CHECK (state <> 'current' OR num_nulls(closing, digest) = 0))`);
    await runner.query(`CREATE INDEX statements_of_day ON rails.statements (connection, day) WHERE state = 'current'`);
    await runner.query(`CREATE INDEX statements_newest ON rails.statements (connection, id)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.statements TO payments_relay`);
  }

  private async lines(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.statement_lines (
        id uuid NOT NULL PRIMARY KEY,
        statement_id uuid NOT NULL,
        position int NOT NULL CHECK (position > 0),
        connection text NOT NULL,
        line int NOT NULL,
        amount bigint NOT NULL CHECK (amount >= 0),
        direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
        status text NOT NULL CHECK (status IN ('booked', 'pending', 'info')),
        booking_day text COLLATE "C" NOT NULL,
        value_day text COLLATE "C" NOT NULL,
        class text NOT NULL,
        code text NOT NULL,
        is_reversal boolean NOT NULL,
        payments int,
        refs text[] NOT NULL,
        text text NOT NULL,
        is_open boolean NOT NULL DEFAULT false,
        match_id uuid,
        matched_by text CHECK (matched_by IN ('reference', 'amount', 'sum')),
        explained_as text,
        explained_for uuid,
        CONSTRAINT statement_lines_place UNIQUE (statement_id, position),
        CONSTRAINT statement_lines_open CHECK (NOT is_open OR num_nonnulls(match_id, explained_as) = 0))`);
    await runner.query(`CREATE INDEX statement_lines_to_match ON rails.statement_lines (connection) WHERE is_open`);
    await runner.query(
      `CREATE INDEX statement_lines_matched ON rails.statement_lines (match_id) WHERE match_id IS NOT NULL`,
    );
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.statement_lines TO payments_relay`);
  }

  // Each enterprise has its own part of a batch; the relay adds the parts up, and stores what a statement confirms.
  private async postings(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.postings (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        key text NOT NULL,
        connection text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('settlement', 'return', 'exception')),
        file_id uuid,
        file text NOT NULL,
        batch text NOT NULL,
        batch_key text COLLATE "C",
        entry_id uuid,
        end_to_end_id text,
        day text COLLATE "C" NOT NULL,
        direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
        class text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        count int NOT NULL CHECK (count > 0),
        refs text[] NOT NULL,
        entry_refs text[] NOT NULL,
        match_id uuid,
        matched_by text CHECK (matched_by IN ('reference', 'amount', 'sum')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT postings_once UNIQUE (enterprise_id, key))`);
    await runner.query(`CREATE INDEX postings_to_match ON rails.postings (connection, day) WHERE match_id IS NULL`);
    await runner.query(`CREATE INDEX postings_matched ON rails.postings (match_id) WHERE match_id IS NOT NULL`);
    await runner.query(`CREATE INDEX postings_of_file ON rails.postings (enterprise_id, file_id)`);
    await runner.query(`CREATE INDEX postings_of_entry ON rails.postings (enterprise_id, end_to_end_id)
      WHERE end_to_end_id IS NOT NULL`);
    await runner.query(
      `CREATE INDEX postings_references ON rails.postings USING gin (refs) WHERE match_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX postings_entry_references ON rails.postings USING gin (entry_refs) WHERE match_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX postings_of_batch ON rails.postings (enterprise_id, file_id, batch_key) WHERE entry_id IS NULL
         AND kind = 'settlement'`,
    );
    await runner.query(
      `CREATE INDEX postings_of_exceptions ON rails.postings (enterprise_id, created_at) WHERE kind = 'exception'`,
    );
    await protect(runner, 'rails.postings', 'SELECT, INSERT, UPDATE, DELETE');
    await runner.query(`CREATE POLICY relay ON rails.postings FOR SELECT TO payments_relay USING (true)`);
    // A comparison of a connection marks what matched, whoever it belongs to.
    await runner.query(`CREATE POLICY relay_matches ON rails.postings FOR UPDATE TO payments_relay USING (true)`);
    await runner.query(`GRANT SELECT, UPDATE (match_id, matched_by) ON rails.postings TO payments_relay`);
  }

  private async breaks(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rails.breaks (
        id uuid NOT NULL PRIMARY KEY,
        connection text NOT NULL,
        key text NOT NULL,
        kind text NOT NULL,
        for_enterprise uuid,
        day text COLLATE "C" NOT NULL,
        line_id uuid,
        end_to_end_id text,
        file text,
        batch text,
        difference bigint NOT NULL,
        expected text NOT NULL,
        found text NOT NULL,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        resolved_at timestamptz,
        CONSTRAINT breaks_once UNIQUE (connection, key))`);
    await runner.query(`CREATE INDEX breaks_open ON rails.breaks (connection, day) WHERE resolved_at IS NULL`);
    await runner.query(`
      CREATE TABLE rails.reconciliations (
        connection text NOT NULL PRIMARY KEY,
        day text COLLATE "C" NOT NULL,
        opening_difference bigint,
        unreconciled bigint NOT NULL,
        started_at timestamptz NOT NULL,
        finished_at timestamptz NOT NULL)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE ON rails.breaks, rails.reconciliations TO payments_relay`);
  }

  private async letWork(runner: QueryRunner, works: readonly string[]): Promise<void> {
    await runner.query(`ALTER TABLE rails.connection_leases DROP CONSTRAINT connection_leases_work_check,
      ADD CONSTRAINT connection_leases_work_check CHECK (work IN (${works.map((work) => `'${work}'`).join(', ')}))`);
  }
}

const OLD: Readonly<Record<string, string>> = {
  'rails.statements': 'id, received_at',
  'rails.statement_lines': 'id, statement_id, is_open',
  'rails.breaks': 'id, resolved_at',
};
