import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letMaintain, protect, withoutWall } from './tenant-table.js';

const OLD_SCOPES = [
  ...['persons', 'businesses', 'external-accounts', 'transfers', 'balances', 'ledger', 'webhook-configurations']
    .concat('webhook-secret', 'verify-accounts')
    .flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
  'invoke:webhook',
];
const NEW_SCOPES = ['read:schedules', 'write:schedules'];

/** Schedules, what became of their dates, and the schedule of a transfer. */
export class Schedules1764100010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'schedules');
    await this.schedules(runner);
    await this.occurrences(runner);
    await this.transfers(runner);
    await this.scopes(runner, OLD_SCOPES, [...OLD_SCOPES, ...NEW_SCOPES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.scopes(runner, [...OLD_SCOPES, ...NEW_SCOPES], OLD_SCOPES);
    await runner.query('DROP SCHEMA schedules CASCADE');
    await runner.query('DROP VIEW transfers.scheduled');
    await runner.query('DROP INDEX transfers.transfers_of_schedule');
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN schedule_id');
  }

  // Dates are civil days in New York, as text.
  private async schedules(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE schedules.schedules (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        schedule_reference_id text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        speed text NOT NULL,
        source jsonb,
        destination jsonb,
        start_date text NOT NULL,
        recurrence text NOT NULL,
        account_statement_descriptor text,
        metadata jsonb,
        missed text NOT NULL CHECK (missed IN ('run', 'skip')),
        end_on_failures int NOT NULL CHECK (end_on_failures BETWEEN 0 AND 20),
        status text NOT NULL CHECK (status IN ('inactive', 'active')),
        next_date text,
        next_run_at timestamptz,
        next_payment_date text NOT NULL,
        paused_at timestamptz,
        ended_at timestamptz,
        end_reason text CHECK (end_reason IN ('completed', 'deleted', 'failures')),
        made int NOT NULL,
        refused int NOT NULL,
        skipped int NOT NULL,
        failures int NOT NULL,
        unjudged_transfer_id uuid,
        last_occurrence jsonb,
        sequence int NOT NULL,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT schedules_status CHECK ((status = 'active') = (paused_at IS NULL AND ended_at IS NULL)),
        CONSTRAINT schedules_next CHECK (
          ended_at IS NOT NULL OR (next_date IS NOT NULL AND next_run_at IS NOT NULL)),
        CONSTRAINT schedules_end CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
        CONSTRAINT schedules_reference UNIQUE (enterprise_id, schedule_reference_id),
        PRIMARY KEY (enterprise_id, id))`);
    await runner.query(
      `CREATE INDEX schedules_newest ON schedules.schedules (enterprise_id, created_at DESC, id DESC)`,
    );
    await runner.query(
      `CREATE INDEX schedules_waiting ON schedules.schedules (enterprise_id, next_run_at) WHERE ended_at IS NULL`,
    );
    await protect(runner, 'schedules.schedules', 'SELECT, INSERT, UPDATE');
    const columns = 'enterprise_id, id, ended_at, made, refused, skipped, updated_at';
    await letMaintain(runner, 'schedules.schedules', `SELECT (${columns})`);
  }

  // The key holds one occurrence of a date, whoever tries.
  private async occurrences(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE schedules.occurrences (
        enterprise_id uuid NOT NULL,
        schedule_id uuid NOT NULL,
        occurrence_date text NOT NULL,
        id uuid NOT NULL,
        payment_date text NOT NULL,
        status text NOT NULL CHECK (status IN ('made', 'refused', 'skipped')),
        transfer_id uuid,
        error_code text,
        created_at timestamptz NOT NULL,
        CONSTRAINT occurrences_outcome CHECK (
          (status <> 'made' OR transfer_id IS NOT NULL) AND (status <> 'refused' OR error_code IS NOT NULL)),
        PRIMARY KEY (enterprise_id, schedule_id, occurrence_date))`);
    await runner.query(
      `CREATE INDEX occurrences_newest ON schedules.occurrences (enterprise_id, schedule_id, created_at DESC, id DESC)`,
    );
    await runner.query(`CREATE UNIQUE INDEX occurrences_id ON schedules.occurrences (enterprise_id, id)`);
    await protect(runner, 'schedules.occurrences', 'SELECT, INSERT');
    const columns = 'enterprise_id, schedule_id, occurrence_date, status, transfer_id, created_at';
    await letMaintain(runner, 'schedules.occurrences', `SELECT (${columns})`);
  }

  // Published: which transfer belongs to which schedule.
  private async transfers(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers.transfers ADD COLUMN schedule_id uuid');
    await runner.query(`
      CREATE INDEX transfers_of_schedule ON transfers.transfers (enterprise_id, schedule_id, created_at DESC, id DESC)
      WHERE schedule_id IS NOT NULL`);
    await runner.query(`
      CREATE VIEW transfers.scheduled WITH (security_invoker = true) AS
        SELECT enterprise_id, schedule_id, id, created_at FROM transfers.transfers WHERE schedule_id IS NOT NULL`);
    await runner.query('GRANT SELECT (schedule_id) ON transfers.transfers TO payments_maintenance');
    await runner.query('GRANT SELECT ON transfers.scheduled TO payments_app');
    const columns = 'enterprise_id, schedule_id, id, created_at';
    await runner.query(`GRANT SELECT (${columns}) ON transfers.scheduled TO payments_maintenance`);
  }

  // Only clients that had every scope so far get the new ones: whoever narrowed a client's scopes meant to.
  private async scopes(runner: QueryRunner, from: readonly string[], to: readonly string[]): Promise<void> {
    await withoutWall(runner, ['auth.clients'], () =>
      runner.query(`UPDATE auth.clients SET scopes = $2::text[] WHERE scopes @> $1::text[] AND scopes <@ $1::text[]`, [
        from,
        to,
      ]),
    );
  }
}
