import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect, withoutWall } from './tenant-table.js';

export class WebhookReceivers1763800005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.configurations
        ADD COLUMN previous_secret bytea,
        ADD COLUMN previous_secret_until timestamptz`);
    await runner.query(`ALTER TABLE platform.events ADD COLUMN test boolean NOT NULL DEFAULT false`);
    await this.deliveries(runner);
    await this.attempts(runner);
    await this.receivers(runner);
    await this.recoveries(runner);
    await this.retention(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.recoveries, webhooks.notices, webhooks.failing_receivers');
    await runner.query('DROP TABLE webhooks.attempts, webhooks.deliveries');
    await runner.query(
      `ALTER TABLE webhooks.configurations DROP COLUMN previous_secret, DROP COLUMN previous_secret_until`,
    );
    await runner.query(`ALTER TABLE platform.events DROP COLUMN test`);
  }

  // A delivery no longer has a task of its own: one task stands for all that is due for a receiver.
  private async deliveries(runner: QueryRunner): Promise<void> {
    await withoutWall(runner, ['webhooks.deliveries', 'webhooks.configurations', 'platform.tasks'], async () => {
      await runner.query(`ALTER TABLE webhooks.deliveries DROP CONSTRAINT deliveries_status_check`);
      await runner.query(`
        UPDATE webhooks.deliveries SET status = 'pending', next_attempt_at = coalesce(next_attempt_at, updated_at)
        WHERE status IN ('pending', 'held')`);
      await runner.query(`DELETE FROM platform.tasks WHERE queue = 'webhook-deliveries'`);
      await runner.query(`
        INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
        SELECT enterprise_id, gen_random_uuid(), 'webhook-deliveries', id, now(), 'migration'
        FROM webhooks.configurations WHERE enabled`);
    });
    await runner.query(`DROP INDEX webhooks.deliveries_held`);
    await runner.query(`
      ALTER TABLE webhooks.deliveries
        DROP COLUMN last_status, DROP COLUMN last_error, DROP COLUMN last_duration_ms, DROP COLUMN last_attempt_at,
        DROP CONSTRAINT deliveries_once,
        ADD CONSTRAINT deliveries_once UNIQUE (enterprise_id, event_id, configuration_id),
        ADD CONSTRAINT deliveries_status CHECK (status IN ('pending', 'delivered', 'failed')),
        ADD CONSTRAINT deliveries_due CHECK (status <> 'pending' OR next_attempt_at IS NOT NULL)`);
    await runner.query(`
      CREATE INDEX deliveries_due ON webhooks.deliveries (enterprise_id, configuration_id, next_attempt_at, id)
        WHERE status = 'pending'`);
    await runner.query(
      `CREATE INDEX deliveries_of_configuration ON webhooks.deliveries (enterprise_id, configuration_id, id)`,
    );
    await runner.query(`
      CREATE INDEX deliveries_failed ON webhooks.deliveries (enterprise_id, configuration_id, id)
        WHERE status = 'failed'`);
  }

  private async attempts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks.attempts (
        enterprise_id uuid NOT NULL,
        delivery_id uuid NOT NULL,
        id uuid NOT NULL,
        configuration_id uuid NOT NULL,
        attempted_at timestamptz NOT NULL,
        duration_ms int NOT NULL,
        status_code int,
        error text,
        answer bytea,
        PRIMARY KEY (enterprise_id, delivery_id, id))`);
    // The newest attempts of a receiver tell whether it is failing.
    await runner.query(
      `CREATE INDEX attempts_of_configuration ON webhooks.attempts (enterprise_id, configuration_id, id) INCLUDE (attempted_at, error)`,
    );
    await protect(runner, 'webhooks.attempts', 'SELECT, INSERT, DELETE, UPDATE (answer)');
  }

  private async receivers(runner: QueryRunner): Promise<void> {
    // A row stands here from the first failed attempt until the next success.
    await runner.query(`
      CREATE TABLE webhooks.failing_receivers (
        enterprise_id uuid NOT NULL,
        configuration_id uuid NOT NULL,
        failing_since timestamptz NOT NULL,
        failures int NOT NULL,
        probe_at timestamptz,
        probe_wait_ms int,
        PRIMARY KEY (enterprise_id, configuration_id))`);
    await protect(runner, 'webhooks.failing_receivers', 'SELECT, INSERT, UPDATE, DELETE');
    await runner.query(`
      CREATE TABLE webhooks.notices (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        configuration_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('receiver_gone', 'receiver_lost', 'deliveries_expired')),
        deliveries int,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await protect(runner, 'webhooks.notices', 'SELECT, INSERT');
  }

  private async recoveries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks.recoveries (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        configuration_id uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('running', 'completed')),
        since timestamptz NOT NULL,
        event_types text[],
        statuses text[] NOT NULL,
        last_delivery_id uuid NOT NULL,
        examined int NOT NULL DEFAULT 0,
        recovered int NOT NULL DEFAULT 0,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id))`);
    await protect(runner, 'webhooks.recoveries', 'SELECT, INSERT, UPDATE');
  }

  private async retention(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE POLICY retention ON platform.enterprises FOR SELECT TO payments_maintenance USING (true)`,
    );
    await runner.query(`GRANT SELECT (enterprise_id) ON platform.enterprises TO payments_maintenance`);
    await letMaintain(runner, 'platform.events', 'SELECT (enterprise_id, id, created_at, position), DELETE');
    await letMaintain(runner, 'webhooks.configurations', 'SELECT (enterprise_id, id, enabled)');
    await letMaintain(
      runner,
      'webhooks.deliveries',
      'SELECT (enterprise_id, id, event_id, configuration_id, status), DELETE',
    );
    await letMaintain(runner, 'webhooks.attempts', 'SELECT (enterprise_id, delivery_id, id, attempted_at), DELETE');
    await letMaintain(runner, 'webhooks.recoveries', 'SELECT (enterprise_id, id, created_at), DELETE');
    await letMaintain(
      runner,
      'webhooks.notices',
      'SELECT (enterprise_id, id, deliveries), INSERT, UPDATE (deliveries)',
    );
  }
}
