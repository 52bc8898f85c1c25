import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protect } from './tenant-table.js';

/** Attempts and banking times of legs, the estimated date, lists by party, and the sandbox's clock and asked outcomes. */
export class TransferLifecycle1763800010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers.transfers ADD COLUMN estimated_funds_delivery_date timestamptz`);
    await this.listsByParty(runner);
    await this.legs(runner);
    await this.legTransitions(runner);
    await this.sandbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sandbox.clocks, sandbox.asked_outcomes');
    await runner.query('DROP INDEX sandbox.planned_results_untold');
    await runner.query('REVOKE UPDATE (told_at), DELETE ON sandbox.planned_results FROM payments_app');
    await runner.query('ALTER TABLE sandbox.planned_results DROP COLUMN told_at');
    await runner.query('DROP TRIGGER legal_transition ON transfers.legs');
    await runner.query('DROP FUNCTION transfers.refuse_illegal_leg_transition');
    await runner.query('DROP TABLE transfers.leg_transitions, transfers.leg_ways');
    await runner.query('DROP INDEX transfers.legs_waiting, transfers.legs_on_hold');
    await runner.query(`ALTER TABLE transfers.legs DROP COLUMN attempt, DROP COLUMN attempts, DROP COLUMN window_at,
      DROP COLUMN effective_date, DROP COLUMN settles_at, DROP COLUMN hold_until`);
    await runner.query(`DROP INDEX transfers.transfers_source_customer, transfers.transfers_destination_customer,
      transfers.transfers_source_account, transfers.transfers_destination_account`);
    await runner.query('ALTER TABLE transfers.transfers DROP COLUMN estimated_funds_delivery_date');
  }

  // Only the sides that a transfer has: a payout adds two rows to these, not four.
  private async listsByParty(runner: QueryRunner): Promise<void> {
    for (const side of ['source', 'destination']) {
      for (const party of ['customer', 'account']) {
        await runner.query(
          `CREATE INDEX transfers_${side}_${party} ON transfers.transfers
             (enterprise_id, (${side} ->> '${party}_reference_id'), created_at DESC, id DESC) WHERE ${side} IS NOT NULL`,
        );
      }
    }
  }

  private async legs(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers.legs
      ADD COLUMN attempt int NOT NULL DEFAULT 1, ADD COLUMN attempts jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN window_at timestamptz, ADD COLUMN effective_date text, ADD COLUMN settles_at timestamptz,
      ADD COLUMN hold_until timestamptz`);
    await runner.query(`CREATE INDEX legs_waiting ON transfers.legs (enterprise_id, window_at) WHERE status = 'ready'`);
    await runner.query(
      `CREATE INDEX legs_on_hold ON transfers.legs (enterprise_id, hold_until)
         WHERE status = 'settled' AND hold_until IS NOT NULL`,
    );
  }

  // The table of libs/transfers/src/domain/leg.ts once more; a test keeps the two the same.
  private async legTransitions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers.leg_transitions (
        from_status text NOT NULL,
        to_status text NOT NULL,
        PRIMARY KEY (from_status, to_status))`);
    await runner.query(`
      INSERT INTO transfers.leg_transitions VALUES
        ('held', 'ready'), ('held', 'canceled'), ('ready', 'submitting'), ('ready', 'canceled'),
        ('submitting', 'submitted'), ('submitting', 'accepted'), ('submitting', 'ready'), ('submitting', 'rejected'),
        ('submitted', 'accepted'), ('submitted', 'ready'), ('submitted', 'rejected'),
        ('accepted', 'settled'), ('accepted', 'ready'), ('accepted', 'rejected'), ('accepted', 'returned'),
        ('settled', 'released'), ('settled', 'returned'), ('released', 'returned')`);
    // A unit of work may take several steps with a leg and write only the last: what counts is that a way leads there.
    await runner.query(`
      CREATE TABLE transfers.leg_ways AS
        WITH RECURSIVE ways (from_status, to_status) AS (
          SELECT from_status, to_status FROM transfers.leg_transitions
          UNION SELECT w.from_status, t.to_status FROM ways w
            JOIN transfers.leg_transitions t ON t.from_status = w.to_status)
        SELECT from_status, to_status FROM ways`);
    await runner.query(`ALTER TABLE transfers.leg_ways ADD PRIMARY KEY (from_status, to_status)`);
    await runner.query(`GRANT SELECT ON transfers.leg_transitions, transfers.leg_ways TO payments_app`);
    await runner.query(`
      CREATE FUNCTION transfers.refuse_illegal_leg_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM transfers.leg_ways
                       WHERE from_status = OLD.status AND to_status = NEW.status) THEN
          RAISE EXCEPTION 'illegal transition of a leg: % to %', OLD.status, NEW.status;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER legal_transition BEFORE UPDATE OF status ON transfers.legs
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
        EXECUTE FUNCTION transfers.refuse_illegal_leg_transition()`);
  }

  private async sandbox(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sandbox.planned_results ADD COLUMN told_at timestamptz`);
    await runner.query(
      `CREATE INDEX planned_results_untold ON sandbox.planned_results (enterprise_id, due_at) WHERE told_at IS NULL`,
    );
    await runner.query(`GRANT UPDATE (told_at), DELETE ON sandbox.planned_results TO payments_app`);
    await runner.query(`
      CREATE TABLE sandbox.clocks (
        enterprise_id uuid NOT NULL PRIMARY KEY,
        offset_ms bigint NOT NULL)`);
    await protect(runner, 'sandbox.clocks', 'SELECT, INSERT, UPDATE');
    await runner.query(`
      CREATE TABLE sandbox.asked_outcomes (
        enterprise_id uuid NOT NULL,
        transfer_id uuid NOT NULL,
        side text NOT NULL,
        kind text NOT NULL,
        code text,
        PRIMARY KEY (enterprise_id, transfer_id, side))`);
    await protect(runner, 'sandbox.asked_outcomes', 'SELECT, INSERT, UPDATE, DELETE');
  }
}
