import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutWall } from './tenant-table.js';

/** What contexts publish about what needs attention. */
const VIEWS: Readonly<Record<string, string>> = {
  'webhooks.disabled': `
    SELECT enterprise_id, id AS configuration_id FROM webhooks.configurations
    WHERE NOT enabled AND disabled_reason IS NOT NULL`,
  'webhooks.expired_deliveries': `
    SELECT enterprise_id, configuration_id, created_at FROM webhooks.notices WHERE kind = 'deliveries_expired'`,
  'controls.return_rate_alarms': `
    SELECT enterprise_id, originator FROM controls.return_rates WHERE states @? '$.* ? (@ != "ok")'`,
};

/** Endpoints say why the service disabled them; the portal counts what needs attention. */
export class NeedsAttention1764100082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.configurations ADD COLUMN disabled_reason text
        CHECK (disabled_reason IN ('endpoint_gone', 'endpoint_abandoned'))`);
    // A notice and the change that it tells of have one time; a later change was a user's.
    await withoutWall(runner, ['webhooks.configurations', 'webhooks.notices'], async () => {
      await runner.query(`
        UPDATE webhooks.configurations AS c SET disabled_reason = n.kind FROM webhooks.notices AS n
        WHERE n.enterprise_id = c.enterprise_id AND n.configuration_id = c.id AND n.created_at = c.updated_at
          AND NOT c.enabled AND n.kind IN ('endpoint_gone', 'endpoint_abandoned')`);
    });
    for (const [view, select] of Object.entries(VIEWS)) {
      await runner.query(`CREATE VIEW ${view} WITH (security_invoker = true) AS ${select}`);
    }
    await runner.query(`GRANT SELECT ON ${Object.keys(VIEWS).join(', ')} TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).join(', ')}`);
    await runner.query('ALTER TABLE webhooks.configurations DROP COLUMN disabled_reason');
  }
}
