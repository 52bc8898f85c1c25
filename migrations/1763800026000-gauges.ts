import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letRelaySee } from './tenant-table.js';

/** What the gauges over all enterprises read: states and times, and nothing of what the rows say. */
export class Gauges1763800026000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without it the silent legs would have to be looked for among all there ever were.
    await runner.query(`
      CREATE INDEX legs_at_processor ON transfers.legs (status, rail, updated_at)
        WHERE status IN ('submitting', 'submitted', 'accepted')`);
    await letRelaySee(runner, 'transfers.legs', 'status, rail, updated_at');
    await letRelaySee(runner, 'webhooks.failing_receivers', 'probe_at');
    await letRelaySee(runner, 'webhooks.configurations', 'enabled');
  }

  async down(runner: QueryRunner): Promise<void> {
    await hideFromRelay(runner, 'webhooks.configurations', 'enabled');
    await hideFromRelay(runner, 'webhooks.failing_receivers', 'probe_at');
    await hideFromRelay(runner, 'transfers.legs', 'status, rail, updated_at');
    await runner.query('DROP INDEX transfers.legs_at_processor');
  }
}

async function hideFromRelay(runner: QueryRunner, table: string, columns: string): Promise<void> {
  await runner.query(`REVOKE SELECT (${columns}) ON ${table} FROM payments_relay`);
  await runner.query(`DROP POLICY relay ON ${table}`);
}
