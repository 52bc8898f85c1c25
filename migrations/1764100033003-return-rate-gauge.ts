import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letRelaySee } from './tenant-table.js';

const COLUMNS = 'enterprise_id, originator, day, entries, unauthorized, administrative, returned';

/** The metric of return rates is over all enterprises. */
export class ReturnRateGauge1764100033003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await letRelaySee(runner, 'controls.debit_days', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP POLICY relay ON controls.debit_days');
    await runner.query(`REVOKE SELECT (${COLUMNS}) ON controls.debit_days FROM payments_relay`);
  }
}
