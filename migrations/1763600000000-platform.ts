import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, letRelaySee, protect } from './tenant-table.js';

export class Platform1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'platform');
    await this.enterprises(runner);
    await this.events(runner);
    await this.tasks(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA platform CASCADE');
  }

  private async enterprises(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.enterprises (
        enterprise_id uuid PRIMARY KEY,
        name text NOT NULL CONSTRAINT enterprises_name UNIQUE,
        environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
        settings jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now())`);
    await protect(runner, 'platform.enterprises', 'SELECT, INSERT, UPDATE');
    await runner.query(`
      CREATE TABLE platform.data_keys (
        enterprise_id uuid NOT NULL,
        key_id uuid NOT NULL,
        master_key_id text NOT NULL,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, key_id))`);
    await protect(runner, 'platform.data_keys', 'SELECT, INSERT, UPDATE');
  }

  private async events(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.events (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        resource_type text NOT NULL,
        resource_id uuid NOT NULL,
        sequence int NOT NULL CHECK (sequence > 0),
        data text NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL,
        position bigint,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT events_sequence UNIQUE (enterprise_id, resource_id, sequence))`);
    await runner.query(
      `CREATE UNIQUE INDEX events_position ON platform.events (enterprise_id, position) WHERE position IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX events_unpublished ON platform.events (enterprise_id, id) WHERE position IS NULL`);
    await protect(runner, 'platform.events', 'SELECT, INSERT, UPDATE (position)');
    await letRelaySee(runner, 'platform.events', 'enterprise_id, id, position');
    await runner.query(`
      CREATE TABLE platform.event_positions (
        enterprise_id uuid PRIMARY KEY,
        last_position bigint NOT NULL DEFAULT 0)`);
    await protect(runner, 'platform.event_positions', 'SELECT, INSERT, UPDATE');
  }

  private async tasks(runner: QueryRunner): Promise<void> {
    // run_at is when the task may be claimed: when it is due or, while it is held, when its lease ends.
    await runner.query(`
      CREATE TABLE platform.tasks (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        queue text NOT NULL,
        subject_id uuid NOT NULL,
        run_at timestamptz NOT NULL,
        attempt int NOT NULL DEFAULT 0,
        lease_token uuid,
        last_error text,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT tasks_subject UNIQUE (enterprise_id, queue, subject_id))`);
    // The relay looks for due work by queue, over all enterprises, and then claims from one enterprise.
    await runner.query(`CREATE INDEX tasks_due ON platform.tasks (queue, run_at, enterprise_id)`);
    await runner.query(`CREATE INDEX tasks_due_by_enterprise ON platform.tasks (enterprise_id, queue, run_at)`);
    await protect(runner, 'platform.tasks', 'SELECT, INSERT, UPDATE, DELETE');
    await letRelaySee(runner, 'platform.tasks', 'enterprise_id, queue, run_at');
  }
}
