import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verify publishes the micro-entries and prenotes that were handed over, with the codes of their returns. */
export class VerificationEntries1764100090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX probes_window ON verify.probes (enterprise_id, window_at)');
    // Instant rails have neither micro-entries nor returns. An entry that the network refused was not originated.
    await runner.query(`
      CREATE VIEW verify.entries WITH (security_invoker = true) AS
        SELECT enterprise_id, window_at AS submitted_at,
          CASE WHEN status = 'returned' THEN network_reason_code END AS return_code
        FROM verify.probes
        WHERE rail IN ('ach', 'same_day_ach') AND status IN ('submitted', 'accepted', 'settled', 'released', 'returned')`);
    await runner.query('GRANT SELECT ON verify.entries TO payments_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW verify.entries');
    await runner.query('DROP INDEX verify.probes_window');
  }
}
