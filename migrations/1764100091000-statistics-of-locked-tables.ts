import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOCK = 7_301_452_120;

/** A table that autovacuum is at is left to it: waiting for its lock would fail, and its statistics will be new anyway. */
export class StatisticsOfLockedTables1764100091000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(definition({ settings: `SET lock_timeout = '100ms'`, analyze: leftIfLocked }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(definition({ settings: '', analyze: `EXECUTE format('ANALYZE %s', outgrown);` }));
  }
}

const leftIfLocked = `
          BEGIN
            EXECUTE format('ANALYZE %s', outgrown);
          EXCEPTION WHEN lock_not_available THEN
            RETURN NULL;
          END;`;

function definition({ settings, analyze }: { readonly settings: string; readonly analyze: string }): string {
  return `
    CREATE OR REPLACE FUNCTION platform.collect_statistics() RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ${settings} AS $$
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
        ${analyze}
      END IF;
      RETURN outgrown;
    END $$`;
}
