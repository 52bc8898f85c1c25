import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When transfers were completed, published for the figures of the portal. */
export class PortalFigures1764100022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW transfers.completions WITH (security_invoker = true) AS
      SELECT enterprise_id, transfer_id, updated_at AS completed_at FROM transfers.status_history
      WHERE status = 'completed'`);
    await runner.query('GRANT SELECT ON transfers.completions TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW transfers.completions');
  }
}
