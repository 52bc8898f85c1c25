import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect } from './tenant-table.js';

/** What the invariants are checked by, for one enterprise at a time: what maintenance reads, and where it keeps what it found. */
export class Invariants1763800022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.findings(runner);
    await this.checkedSums(runner);
    await this.reading(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.invariant_runs, platform.invariant_violations, ledger.checked_sums');
    for (const [table] of READ) {
      await runner.query(`DROP POLICY maintenance ON ${table}`);
      await runner.query(`REVOKE ALL ON ${table} FROM payments_maintenance`);
    }
    await runner.query(`REVOKE SELECT ON transfers.transitions FROM payments_maintenance`);
    for (const [table, columns] of READ_MORE) {
      await runner.query(`REVOKE SELECT (${columns}) ON ${table} FROM payments_maintenance`);
    }
  }

  private async findings(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.invariant_runs (
        enterprise_id uuid PRIMARY KEY,
        checked_at timestamptz NOT NULL,
        checked_fully_at timestamptz)`);
    await runner.query(`
      CREATE TABLE platform.invariant_violations (
        enterprise_id uuid NOT NULL,
        invariant text NOT NULL,
        subject text NOT NULL,
        message text NOT NULL,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, invariant, subject))`);
    for (const table of ['platform.invariant_runs', 'platform.invariant_violations']) {
      await protect(runner, table, 'SELECT');
      await letMaintain(runner, table, 'SELECT, INSERT, UPDATE, DELETE');
    }
  }

  // What the entries up to one of them sum to: so only those that came later need to be added up every minute.
  private async checkedSums(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.checked_sums (
        enterprise_id uuid PRIMARY KEY,
        last_id uuid NOT NULL,
        entries int NOT NULL,
        sums jsonb NOT NULL)`);
    await protect(runner, 'ledger.checked_sums', 'SELECT');
    await letMaintain(runner, 'ledger.checked_sums', 'SELECT, INSERT, UPDATE');
  }

  private async reading(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of READ) await letMaintain(runner, table, `SELECT (enterprise_id, ${columns})`);
    for (const [table, columns] of READ_MORE) {
      await runner.query(`GRANT SELECT (${columns}) ON ${table} TO payments_maintenance`);
    }
    await runner.query(`GRANT SELECT ON transfers.transitions TO payments_maintenance`);
  }
}

const READ: readonly (readonly [string, string])[] = [
  ['platform.tasks', 'queue, subject_id, run_at, lease_token'],
  ['platform.event_positions', 'last_position'],
  ['ledger.entries', 'id, subject_id, leg, kind, debit_account, credit_account, amount'],
  ['ledger.balances', 'account, balance'],
  ['ledger.credits', 'id, amount'],
  ['transfers.transfers', 'id, status, sequence, created_at, updated_at'],
  ['transfers.status_history', 'transfer_id, position, status'],
  ['transfers.legs', 'id, transfer_id, side, rail, amount, status, hold_until'],
];

/** Of tables that maintenance reads already. */
const READ_MORE: readonly (readonly [string, string])[] = [
  ['platform.events', 'type, resource_type, resource_id, sequence, test'],
  ['webhooks.configurations', 'event_types, updated_at'],
];
