import type { TestDatabase } from '@payments/testing';

/**
 * Records what is submitted to the sandbox, including duplicates that it would ignore. And makes time pass while a leg is
 * submitted, and again before that is confirmed: a crash is most dangerous then.
 */
export async function watchNetwork(
  database: Pick<TestDatabase, 'query'>,
  { submitMs, confirmMs }: { readonly submitMs: number; readonly confirmMs: number },
): Promise<void> {
  const query = (sql: string) => database.query(sql);
  await query(`CREATE TABLE sandbox.offers (end_to_end_id text NOT NULL)`);
  await query(`
    CREATE FUNCTION sandbox.note_offer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO sandbox.offers VALUES (NEW.end_to_end_id); PERFORM pg_sleep(${submitMs / 1000}); RETURN NEW; END $$`);
  await query(`
    CREATE TRIGGER note_offer BEFORE INSERT ON sandbox.instructions FOR EACH ROW EXECUTE FUNCTION sandbox.note_offer()`);
  await query(`
    CREATE FUNCTION sandbox.take_time() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(${confirmMs / 1000}); RETURN NEW; END $$`);
  await query(`
    CREATE TRIGGER take_time BEFORE UPDATE OF status ON transfers.legs
      FOR EACH ROW WHEN (NEW.status = 'submitted') EXECUTE FUNCTION sandbox.take_time()`);
}

/** Whether the network has a leg that the service has not confirmed yet: a crash does most harm then. */
export async function isUnconfirmed(database: Pick<TestDatabase, 'query'>): Promise<boolean> {
  const found = await database.query(
    `SELECT FROM transfers.legs JOIN sandbox.instructions USING (enterprise_id, end_to_end_id)
     WHERE legs.status = 'submitting' LIMIT 1`,
  );
  return found.length > 0;
}
