import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Published for the page of webhooks: how the attempts at each endpoint went. The bodies of answers stay where they are. */
export class EndpointFigures1764100031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW webhooks.attempt_results WITH (security_invoker = true) AS
      SELECT enterprise_id, configuration_id, id, attempted_at, duration_ms, error IS NULL AS delivered
      FROM webhooks.attempts`);
    await runner.query('GRANT SELECT ON webhooks.attempt_results TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW webhooks.attempt_results');
  }
}
