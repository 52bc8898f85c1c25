import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect, withoutWall } from './tenant-table.js';

const UNAUTHORIZED = `('R05', 'R07', 'R10', 'R11', 'R29', 'R51')`;
const ADMINISTRATIVE = `('R02', 'R03', 'R04')`;

/** What the check of the days reads of legs. */
const CHECKED = 'effective_date, network_reason_code';

/** Debits and their returns by day, of which return rates are made. The first rows are those of the legs that exist. */
export class DebitDays1764100033002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Published: the debits that were handed over, by the day on which their originator is charged with them.
    await runner.query(`
      CREATE VIEW transfers.debits WITH (security_invoker = true) AS
        SELECT enterprise_id, id, transfer_id, effective_date AS day, status,
          CASE WHEN status = 'returned' THEN network_reason_code END AS return_code
        FROM transfers.legs
        WHERE side = 'source' AND effective_date IS NOT NULL
          AND status IN ('submitted', 'accepted', 'settled', 'released', 'returned')`);
    await runner.query('GRANT SELECT ON transfers.debits TO payments_app');
    await runner.query(`GRANT SELECT (${CHECKED}) ON transfers.legs TO payments_maintenance`);
    await runner.query(
      'GRANT SELECT (enterprise_id, id, day, return_code) ON transfers.debits TO payments_maintenance',
    );
    await runner.query(`
      CREATE TABLE controls.debit_days (
        enterprise_id uuid NOT NULL,
        originator text NOT NULL,
        day date NOT NULL,
        entries int NOT NULL,
        unauthorized int NOT NULL,
        administrative int NOT NULL,
        returned int NOT NULL,
        PRIMARY KEY (enterprise_id, originator, day))`);
    await withoutWall(runner, ['transfers.legs'], () =>
      runner.query(`
        INSERT INTO controls.debit_days (enterprise_id, originator, day, entries, unauthorized, administrative, returned)
        SELECT enterprise_id, enterprise_id::text, day::date, count(*),
          count(*) FILTER (WHERE return_code IN ${UNAUTHORIZED}),
          count(*) FILTER (WHERE return_code IN ${ADMINISTRATIVE}),
          count(*) FILTER (WHERE return_code IS NOT NULL AND return_code !~ '^R[67]')
        FROM transfers.debits GROUP BY enterprise_id, day`),
    );
    await protect(runner, 'controls.debit_days', 'SELECT, INSERT, UPDATE');
    const columns = 'enterprise_id, originator, day, entries, unauthorized, administrative, returned';
    await letMaintain(runner, 'controls.debit_days', `SELECT (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE controls.debit_days');
    await runner.query('DROP VIEW transfers.debits');
    await runner.query(`REVOKE SELECT (${CHECKED}) ON transfers.legs FROM payments_maintenance`);
  }
}
