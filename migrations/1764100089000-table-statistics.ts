import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOCK = 7_301_452_120;

/**
 * Collects statistics of the table that has outgrown its last ones the most: it holds at least a thousand rows, and five times as many
 * as it had then. Returns its name, or null if no table has, or another process is at it.
 * On Citus no table has, since the rows lie in others.
 */
export class TableStatistics1764100089000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The roles of the processes may not analyze tables; the owner may.
    await runner.query(`
      CREATE FUNCTION platform.collect_statistics() RETURNS text
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        outgrown regclass;
      BEGIN
        IF NOT pg_try_advisory_xact_lock(${LOCK}) THEN
          RETURN NULL;
        END IF;
        SELECT oid INTO outgrown FROM pg_class
        WHERE relkind = 'r' AND relowner = current_user::regrole
          AND pg_stat_get_live_tuples(oid) >= greatest(1000, 5 * reltuples)
        ORDER BY pg_stat_get_live_tuples(oid) / greatest(1, reltuples) DESC LIMIT 1;
        IF FOUND THEN
          EXECUTE format('ANALYZE %s', outgrown);
        END IF;
        RETURN outgrown;
      END $$`);
    await runner.query('REVOKE ALL ON FUNCTION platform.collect_statistics() FROM PUBLIC');
    await runner.query('GRANT EXECUTE ON FUNCTION platform.collect_statistics() TO payments_maintenance');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION platform.collect_statistics()');
  }
}
