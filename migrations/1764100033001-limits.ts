import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

/** Velocity limits, what is used of them, and what each transfer has used. */
export class Limits1764100033001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.limits(runner);
    await this.usage(runner);
    await this.sentTransfers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW transfers.sent');
    await runner.query('DROP TABLE controls.counted, controls.usage, controls.limits');
  }

  private async limits(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.limits (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        per text NOT NULL,
        who text,
        direction text NOT NULL,
        "window" text NOT NULL,
        max_amount bigint CHECK (max_amount > 0),
        max_count int CHECK (max_count > 0),
        action text NOT NULL CHECK (action IN ('refuse', 'hold')),
        enabled boolean NOT NULL,
        version int NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        CONSTRAINT limits_maximum CHECK (max_amount IS NOT NULL OR max_count IS NOT NULL),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT limits_name UNIQUE (enterprise_id, name))`);
    await protect(runner, 'controls.limits', 'SELECT, INSERT, UPDATE, DELETE');
  }

  // A bucket is an hour, or a New York day, of banking time.
  private async usage(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.usage (
        enterprise_id uuid NOT NULL,
        limit_id uuid NOT NULL,
        subject text NOT NULL,
        bucket timestamptz NOT NULL,
        amount bigint NOT NULL CHECK (amount >= 0),
        count int NOT NULL CHECK (count >= 0),
        PRIMARY KEY (enterprise_id, limit_id, subject, bucket))`);
    await protect(runner, 'controls.usage', 'SELECT, INSERT, UPDATE, DELETE');
    const read = 'SELECT (enterprise_id, limit_id, subject, bucket, amount, count)';
    await letMaintain(runner, 'controls.usage', `${read}, DELETE`);
    await runner.query(`
      CREATE TABLE controls.counted (
        enterprise_id uuid NOT NULL,
        transfer_id uuid NOT NULL,
        limit_id uuid NOT NULL,
        subject text NOT NULL,
        bucket timestamptz NOT NULL,
        amount bigint NOT NULL,
        PRIMARY KEY (enterprise_id, transfer_id, limit_id, subject))`);
    await protect(runner, 'controls.counted', 'SELECT, INSERT, DELETE');
    const counted = 'SELECT (enterprise_id, transfer_id, limit_id, subject, bucket, amount)';
    await letMaintain(runner, 'controls.counted', `${counted}, DELETE`);
  }

  // Published: the transfers of which something was handed over.
  private async sentTransfers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW transfers.sent WITH (security_invoker = true) AS
        SELECT enterprise_id, transfer_id FROM transfers.legs WHERE status NOT IN ('held', 'ready', 'canceled')`);
    await runner.query('GRANT SELECT ON transfers.sent TO payments_app');
  }
}
