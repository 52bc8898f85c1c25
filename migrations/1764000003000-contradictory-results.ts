import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of the processor that contradict what was applied before stay in the inbox, marked as such. */
export class ContradictoryResults1764000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers.processor_results ADD COLUMN contradictory_at timestamptz`);
    await runner.query(`GRANT UPDATE (contradictory_at) ON transfers.processor_results TO payments_app`);
    await runner.query(`ALTER TABLE transfers.legs ADD COLUMN last_result_at timestamptz`);
    await breakKinds(runner, [...BREAK_KINDS, 'contradictory']);
    // A leg that the network has accepted does not fall back to another rail any more.
    await runner.query(`DELETE FROM transfers.leg_transitions WHERE from_status = 'accepted' AND to_status = 'ready'`);
    await derivedLegWays(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO transfers.leg_transitions VALUES ('accepted', 'ready')`);
    await derivedLegWays(runner);
    await runner.query(`DELETE FROM transfers.reconciliation_breaks WHERE kind = 'contradictory'`);
    await breakKinds(runner, BREAK_KINDS);
    await runner.query(`ALTER TABLE transfers.legs DROP COLUMN last_result_at`);
    await runner.query(`ALTER TABLE transfers.processor_results DROP COLUMN contradictory_at`);
  }
}

const BREAK_KINDS = ['missing', 'extra', 'amount', 'duplicate', 'late', 'status'];

async function breakKinds(runner: QueryRunner, kinds: readonly string[]): Promise<void> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  await runner.query(`ALTER TABLE transfers.reconciliation_breaks DROP CONSTRAINT reconciliation_breaks_kind_check,
    ADD CONSTRAINT reconciliation_breaks_kind_check CHECK (kind IN (${list}))`);
}

async function derivedLegWays(runner: QueryRunner): Promise<void> {
  await runner.query('DELETE FROM transfers.leg_ways');
  await runner.query(`
    INSERT INTO transfers.leg_ways
      WITH RECURSIVE ways (from_status, to_status) AS (
        SELECT from_status, to_status FROM transfers.leg_transitions
        UNION SELECT w.from_status, t.to_status FROM ways w
          JOIN transfers.leg_transitions t ON t.from_status = w.to_status)
      SELECT from_status, to_status FROM ways`);
}
