import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts', 'schedules', 'subledgers', 'booktransfers', 'bulk-transfers')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  ...['invoke:webhook', 'read:approvals'],
];
const NEW_SCOPES = ['read:reports', 'write:reports'];

const SUMMARIES = `enterprise_id, id, transfer_reference_id, amount, currency, speed, status, status_reasons,
  source_account_reference_id, source_customer_reference_id, destination_account_reference_id,
  destination_customer_reference_id, created_at`;
const REFERENCES = `enterprise_id, transfer_id, end_to_end_id, trace_number, status, updated_at, id, side, rail, amount,
  batch_id, window_at, effective_date`;

/** Reports and their files, and what other contexts publish for them. */
export class Reports1764100041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'reports');
    await this.reports(runner);
    await this.parts(runner);
    await this.views(runner);
    await this.scopes(runner, `scopes || $2::text[] WHERE scopes @> $1::text[] AND NOT scopes && $2::text[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(
      runner,
      `array(SELECT unnest(scopes) EXCEPT SELECT unnest($2::text[])) WHERE scopes && $2::text[] AND $1::text[] IS NOT NULL`,
    );
    await runner.query('DROP SCHEMA reports CASCADE');
    await runner.query('DROP VIEW subledgers.book_references, transfers.summaries, transfers.leg_references');
    await view(runner, 'transfers.summaries', `${SUMMARIES} FROM transfers.transfers`);
    await view(runner, 'transfers.leg_references', `${REFERENCES} FROM transfers.legs`);
    await runner.query('GRANT SELECT ON transfers.summaries, transfers.leg_references TO payments_app');
  }

  private async reports(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports.reports (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL,
        format text NOT NULL,
        status text NOT NULL,
        report_scope text NOT NULL CHECK (report_scope IN ('total', 'enterprise', 'subledger')),
        book uuid,
        subledger_reference_id text,
        start_time timestamptz NOT NULL,
        end_time timestamptz NOT NULL,
        progress jsonb,
        parts int NOT NULL,
        rows bigint NOT NULL,
        bytes bigint NOT NULL,
        sha256 text,
        error text,
        sequence int NOT NULL,
        version int NOT NULL,
        created_by text,
        completed_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT reports_period CHECK (start_time <= end_time),
        CONSTRAINT reports_file CHECK (status <> 'completed' OR (completed_at IS NOT NULL AND sha256 IS NOT NULL)),
        CONSTRAINT reports_error CHECK (status <> 'failed' OR error IS NOT NULL),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query('CREATE INDEX reports_newest ON reports.reports (enterprise_id, created_at DESC, id DESC)');
    await runner.query(`CREATE INDEX reports_unfinished ON reports.reports (enterprise_id, id)
      WHERE status IN ('created', 'pending')`);
    await runner.query(`CREATE INDEX reports_failed ON reports.reports (enterprise_id, updated_at)
      WHERE status = 'failed'`);
    await protect(runner, 'reports.reports', 'SELECT, INSERT, UPDATE, DELETE');
    const columns = 'enterprise_id, id, kind, status, parts, bytes, error, completed_at, updated_at';
    await letMaintain(runner, 'reports.reports', `SELECT (${columns})`);
    await runner.query(`
      CREATE TABLE reports.transitions (
        from_status text NOT NULL,
        to_status text NOT NULL,
        PRIMARY KEY (from_status, to_status))`);
    await runner.query(`
      INSERT INTO reports.transitions VALUES
        ('created', 'pending'), ('pending', 'completed'), ('pending', 'failed')`);
    await runner.query('GRANT SELECT ON reports.transitions TO payments_app');
    await runner.query(`
      CREATE FUNCTION reports.refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM reports.transitions
                       WHERE from_status = OLD.status AND to_status = NEW.status) THEN
          RAISE EXCEPTION 'illegal transition of a report: % to %', OLD.status, NEW.status;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER legal_transition BEFORE UPDATE OF status ON reports.reports
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
        EXECUTE FUNCTION reports.refuse_illegal_transition()`);
  }

  private async parts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports.parts (
        enterprise_id uuid NOT NULL,
        report_id uuid NOT NULL,
        number int NOT NULL,
        first_byte bigint NOT NULL,
        size int NOT NULL,
        content bytea NOT NULL,
        made_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, report_id, number))`);
    // What is stored is compressed already.
    await runner.query('ALTER TABLE reports.parts ALTER COLUMN content SET STORAGE EXTERNAL');
    await runner.query('CREATE INDEX parts_made ON reports.parts (enterprise_id, made_at)');
    await protect(runner, 'reports.parts', 'SELECT, INSERT, UPDATE (content), DELETE');
    await letMaintain(runner, 'reports.parts', 'SELECT (enterprise_id, report_id, number, size, made_at), DELETE');
  }

  // Added columns come last, so that the views are replaced in place.
  private async views(runner: QueryRunner): Promise<void> {
    await view(
      runner,
      'transfers.summaries',
      `${SUMMARIES}, use_case, estimated_funds_delivery_date FROM transfers.transfers`,
    );
    await view(
      runner,
      'transfers.leg_references',
      `${REFERENCES}, account_id, attempt, attempts, network_reason_code, hold_until FROM transfers.legs`,
    );
    await view(
      runner,
      'subledgers.book_references',
      `enterprise_id, id, book_transfer_reference_id, source_reference_id, destination_reference_id, status
       FROM subledgers.book_transfers`,
    );
    await runner.query('GRANT SELECT ON subledgers.book_references TO payments_app');
  }

  // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, change: string): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = ${change}`, [OLD_SCOPES, NEW_SCOPES]),
    );
  }
}

const view = (runner: QueryRunner, name: string, select: string) =>
  runner.query(`CREATE OR REPLACE VIEW ${name} WITH (security_invoker = true) AS SELECT ${select}`);
