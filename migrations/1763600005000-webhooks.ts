import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

export class Webhooks1763600005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'webhooks');
    await runner.query(`
      CREATE TABLE webhooks.configurations (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        event_types text[] NOT NULL,
        url text NOT NULL,
        enabled boolean NOT NULL,
        secret bytea NOT NULL,
        version int NOT NULL,
        created_by text NOT NULL,
        updated_by text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await protect(runner, 'webhooks.configurations', 'SELECT, INSERT, UPDATE, DELETE');
    await runner.query(`
      CREATE TABLE webhooks.enterprise_keypairs (
        enterprise_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        public_key text NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL)`);
    await protect(runner, 'webhooks.enterprise_keypairs', 'SELECT, INSERT, UPDATE');
    await runner.query(`
      CREATE TABLE webhooks.deliveries (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        configuration_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'held')),
        attempts int NOT NULL DEFAULT 0,
        last_status int,
        last_error text,
        last_duration_ms int,
        last_attempt_at timestamptz,
        next_attempt_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT deliveries_once UNIQUE (enterprise_id, configuration_id, event_id))`);
    await runner.query(
      `CREATE INDEX deliveries_held ON webhooks.deliveries (enterprise_id, configuration_id, id) WHERE status = 'held'`,
    );
    await protect(runner, 'webhooks.deliveries', 'SELECT, INSERT, UPDATE, DELETE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA webhooks CASCADE');
  }
}
