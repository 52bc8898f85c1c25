import type { TestDatabase } from '@payments/testing';

/** What a refusal is meant to write: counters, and the log of refused requests. */
const OF_REFUSALS = ['auth.login_failures', 'auth.rate_limits', 'portal.refused_requests'];

/** Counts the statements that write to a table of the service, those of transactions that fail among them. */
export class WriteCounter {
  private constructor(
    private readonly database: TestDatabase,
    /** Every table that is watched. */
    readonly tables: readonly string[],
  ) {}

  static async in(database: TestDatabase): Promise<WriteCounter> {
    const found = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'queue') ORDER BY 1`,
    );
    const tables = found.map(({ name }) => name).filter((name) => !OF_REFUSALS.includes(name));
    await database.query('CREATE SEQUENCE public.writes');
    // Its first value is the same before and after it is taken.
    await database.query(`SELECT nextval('public.writes')`);
    await database.query(
      `CREATE FUNCTION public.count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN PERFORM nextval('public.writes'); RETURN NULL; END $$`,
    );
    for (const name of tables) {
      await database.query(
        `CREATE TRIGGER count_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${name}
         FOR EACH STATEMENT EXECUTE FUNCTION public.count_write()`,
      );
    }
    return new WriteCounter(database, tables);
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<{ last_value: string }>('SELECT last_value FROM public.writes');
    return Number(row!.last_value);
  }
}
