import type { QueryRunner } from 'typeorm';

// The cast comes after NULLIF: an unset tenant reads as '', which must match no row instead of failing the query.
const TENANT = `enterprise_id = NULLIF(current_setting('app.enterprise_id', true), '')::uuid`;

/** Walls a table off by tenant: the application's role sees and writes the rows of the tenant at hand only. */
export async function protect(runner: QueryRunner, table: string, rights: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY tenant ON ${table} TO payments_app USING (${TENANT}) WITH CHECK (${TENANT})`);
  await runner.query(`GRANT ${rights} ON ${table} TO payments_app`);
}

/** Lets the relay find, over all tenants, who has due work: some columns for reading, nothing else. */
export async function letRelaySee(runner: QueryRunner, table: string, columns: string): Promise<void> {
  await runner.query(`CREATE POLICY relay ON ${table} FOR SELECT TO payments_relay USING (true)`);
  await runner.query(`GRANT SELECT (${columns}) ON ${table} TO payments_relay`);
}

/** Lets retention remove rows over all tenants, finding them by some columns. */
export async function letMaintenanceRemove(runner: QueryRunner, table: string, columns: string): Promise<void> {
  await runner.query(`CREATE POLICY found ON ${table} FOR SELECT TO payments_maintenance USING (true)`);
  await runner.query(`CREATE POLICY removed ON ${table} FOR DELETE TO payments_maintenance USING (true)`);
  await runner.query(`GRANT SELECT (${columns}), DELETE ON ${table} TO payments_maintenance`);
}

export async function createSchema(runner: QueryRunner, schema: string): Promise<void> {
  await runner.query(`CREATE SCHEMA ${schema}`);
  await runner.query(
    `GRANT USAGE ON SCHEMA ${schema} TO payments_app, payments_relay, payments_auth, payments_maintenance`,
  );
}

/** Lets maintenance at the rows of the tenant at hand: what retention reads, and what it removes. */
export async function letMaintain(runner: QueryRunner, table: string, rights: string): Promise<void> {
  await runner.query(
    `CREATE POLICY maintenance ON ${table} TO payments_maintenance USING (${TENANT}) WITH CHECK (${TENANT})`,
  );
  await runner.query(`GRANT ${rights} ON ${table} TO payments_maintenance`);
}

/** Runs a change of data over all tenants: the wall stands before the owner too, and is put up again afterwards. */
export async function withoutWall(
  runner: QueryRunner,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await runner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await work();
  for (const table of tables) await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
}
