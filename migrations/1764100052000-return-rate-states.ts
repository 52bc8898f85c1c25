import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

const OWNERS = 'customer_reference_id, customer_resource_type';
/** A view reads all of its columns. */
const CHECKED = `subledger_reference_id, ${OWNERS}`;

/** Return rates by the customer of a subledger, and what events have told about them. */
export class ReturnRateStates1764100052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE controls.return_rates (
        enterprise_id uuid NOT NULL,
        originator text NOT NULL,
        id uuid NOT NULL,
        states jsonb NOT NULL,
        sequence int NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, originator))`);
    await protect(runner, 'controls.return_rates', 'SELECT, INSERT, UPDATE (states, sequence, updated_at)');
    await runner.query(`
      CREATE OR REPLACE VIEW subledgers.directory WITH (security_invoker = true) AS
        SELECT enterprise_id, id, subledger_reference_id, customer_reference_id, closed_at, customer_resource_type
        FROM subledgers.subledgers`);
    await runner.query(`
      CREATE OR REPLACE VIEW transfers.debits WITH (security_invoker = true) AS
        SELECT l.enterprise_id, l.id, l.transfer_id, l.effective_date AS day, l.status,
          CASE WHEN l.status = 'returned' THEN l.network_reason_code END AS return_code, t.subledger_id
        FROM transfers.legs l
        JOIN transfers.transfers t ON t.enterprise_id = l.enterprise_id AND t.id = l.transfer_id
        WHERE l.side = 'source' AND l.effective_date IS NOT NULL
          AND l.status IN ('submitted', 'accepted', 'settled', 'released', 'returned')`);
    // What the check of the days reads.
    await runner.query(`GRANT SELECT (${CHECKED}) ON subledgers.subledgers TO payments_maintenance`);
    await runner.query(`GRANT SELECT (enterprise_id, id, ${OWNERS}) ON subledgers.directory TO payments_maintenance`);
    await runner.query('GRANT SELECT (subledger_id) ON transfers.debits TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW transfers.debits, subledgers.directory');
    await runner.query(`
      CREATE VIEW transfers.debits WITH (security_invoker = true) AS
        SELECT enterprise_id, id, transfer_id, effective_date AS day, status,
          CASE WHEN status = 'returned' THEN network_reason_code END AS return_code
        FROM transfers.legs
        WHERE side = 'source' AND effective_date IS NOT NULL
          AND status IN ('submitted', 'accepted', 'settled', 'released', 'returned')`);
    await runner.query(`
      CREATE VIEW subledgers.directory WITH (security_invoker = true) AS
        SELECT enterprise_id, id, subledger_reference_id, customer_reference_id, closed_at FROM subledgers.subledgers`);
    await runner.query('GRANT SELECT ON transfers.debits, subledgers.directory TO payments_app');
    await runner.query('GRANT UPDATE (closed_at) ON subledgers.directory TO payments_app');
    await runner.query(
      'GRANT SELECT (enterprise_id, id, day, return_code) ON transfers.debits TO payments_maintenance',
    );
    await runner.query(`REVOKE SELECT (${CHECKED}) ON subledgers.subledgers FROM payments_maintenance`);
    await runner.query('DROP TABLE controls.return_rates');
  }
}
