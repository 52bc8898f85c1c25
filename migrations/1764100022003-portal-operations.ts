import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Published for the pages of operators: batches, differences with the bank, and endpoints. */
export class PortalOperations1764100022003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX legs_of_batch ON transfers.legs (enterprise_id, batch_id) WHERE batch_id IS NOT NULL`,
    );
    const { references, breaks } = views();
    await view(
      runner,
      'transfers.leg_references',
      `${references}, id, side, rail, amount, batch_id, window_at,
      effective_date FROM transfers.legs`,
    );
    await view(
      runner,
      'transfers.open_breaks',
      `${breaks}, own, reported, first_seen_at, last_seen_at
      FROM transfers.reconciliation_breaks WHERE resolved_at IS NULL`,
    );
    await view(runner, 'transfers.reconciliations', `enterprise_id, finished_at FROM transfers.reconciliation_runs`);
    await view(
      runner,
      'webhooks.endpoints',
      `enterprise_id, id AS configuration_id, enabled FROM webhooks.configurations`,
    );
    await runner.query('GRANT SELECT ON transfers.reconciliations, webhooks.endpoints TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    const { references, breaks } = views();
    await runner.query(`DROP VIEW transfers.reconciliations, webhooks.endpoints, transfers.leg_references,
      transfers.open_breaks`);
    await view(runner, 'transfers.leg_references', `${references} FROM transfers.legs`);
    await view(
      runner,
      'transfers.open_breaks',
      `${breaks} FROM transfers.reconciliation_breaks
      WHERE resolved_at IS NULL`,
    );
    await runner.query('GRANT SELECT ON transfers.leg_references, transfers.open_breaks TO payments_app');
    await runner.query('DROP INDEX transfers.legs_of_batch');
  }
}

/** The columns as they were before. */
function views() {
  return {
    references: 'enterprise_id, transfer_id, end_to_end_id, trace_number, status, updated_at',
    breaks: 'enterprise_id, end_to_end_id, kind, banking_at',
  };
}

const view = (runner: QueryRunner, name: string, select: string) =>
  runner.query(`CREATE OR REPLACE VIEW ${name} WITH (security_invoker = true) AS SELECT ${select}`);
