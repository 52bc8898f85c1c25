import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { MigrationInterface } from 'typeorm';
import { ConfigError, loginOf } from '@payments/config';
import type { Config, Login } from '@payments/config';
import { databaseUrls } from './database-url.js';
import { hasCitus, letRolesReachServers, misplacedTables, placeTables } from './distribute.js';
import type { Placements } from './distribute.js';
import { connectToPrimary, primaryUrl } from './postgres-client.js';
import { databaseRoles, limitSettings, loginLimits, schemaLockSeconds } from './roles.js';
import { isLockTimeout, isUnmigrated } from './sqlstate.js';

export type MigrationClass = new () => MigrationInterface;

const MIGRATION_LOCK = 7_301_452_118;
const MIGRATIONS_TABLE = 'payments_migrations';

export interface MigrateOptions {
  readonly config: Config;
  readonly migrations: readonly MigrationClass[];
  /** Where new tables belong on Citus. Without it, `payments distribute` places them. */
  readonly placements?: Placements;
}

export interface MigrationAddresses {
  readonly admin: string;
  readonly app: string;
}

/**
 * Migrates the database to the latest version: roles, the processes' login, schemas and tables, and `more` under the same
 * lock. Safe to run concurrently: the second run waits and finds nothing to do. Each migration is applied entirely or
 * not at all.
 * @throws ConfigError when a migration yields to a transaction that holds a lock it needs.
 */
export async function migrateDatabase(
  { config, migrations, placements }: MigrateOptions,
  more: (client: Client, addresses: MigrationAddresses) => Promise<void>,
): Promise<{ readonly applied: string[] }> {
  const { admin: url, app } = databaseUrls(config);
  const client = await connectToPrimary(url);
  // The other connections must be to the same server.
  const admin = primaryUrl(url);
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await createRoles(client, loginOf(app));
    const isOnCitus = await hasCitus(client);
    if (isOnCitus) await letRolesReachServers(client);
    const applied = await runMigrations(admin, migrations);
    // New tables of a distributed database, and those that an earlier release placed elsewhere.
    if (isOnCitus && placements !== undefined && (await misplacedTables(client, placements)).length > 0) {
      await placeTables(client, placements);
    }
    await more(client, { admin, app });
    return { applied };
  } finally {
    await client.end();
  }
}

/** Names of migrations that the database at `url` lacks. An empty database lacks them all. */
export async function pendingMigrations(url: string, migrations: readonly MigrationClass[]): Promise<string[]> {
  const client = await connectToPrimary(url);
  try {
    const known = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('public.${MIGRATIONS_TABLE}') IS NOT NULL AS exists`,
    );
    const names = migrations.map(({ name }) => name);
    if (known.rows[0]?.exists !== true) return names;
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM public.${MIGRATIONS_TABLE}`);
    const applied = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

async function createRoles(client: Client, { username: name, password }: Login): Promise<void> {
  const { owner, ...others } = databaseRoles;
  for (const role of Object.values(databaseRoles)) await createRole(client, role, 'NOLOGIN');
  await createRole(client, name, 'LOGIN');
  const id = escapeIdentifier(name);
  // Also for an existing login: its password follows the URL, or the pepper that it is derived from.
  await client.query(`ALTER ROLE ${id} LOGIN NOINHERIT PASSWORD ${escapeLiteral(password)}`);
  await client.query(`GRANT ${Object.values(others).join(', ')} TO ${id}`);
  for (const [setting, value] of limitSettings(loginLimits)) {
    await client.query(`ALTER ROLE ${id} SET ${setting} = '${value}'`);
  }
  // What shows sessions and standbys. An owner that may not grant it migrates all the same, and the doctor says what is hidden.
  await client.query(`GRANT pg_monitor TO ${databaseRoles.relay}`).catch((error: unknown) => {
    if (!isUnmigrated(error)) throw error;
  });
  const { rows } = await client.query<{ database: string }>(
    `SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS admin`,
  );
  await client.query(`GRANT ${owner} TO CURRENT_USER`);
  await client.query(`GRANT CREATE ON DATABASE ${rows[0]!.database} TO ${owner}`);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${owner}`);
}

async function createRole(client: Client, name: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${escapeIdentifier(name)} ${attributes}`);
}

async function runMigrations(admin: string, migrations: readonly MigrationClass[]): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: admin,
    migrations: [...migrations],
    migrationsTableName: MIGRATIONS_TABLE,
    extra: { max: 2, options: `-c role=${databaseRoles.owner} -c lock_timeout=${schemaLockSeconds}s` },
  });
  await dataSource.initialize();
  try {
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.query(`GRANT SELECT ON public.${MIGRATIONS_TABLE} TO PUBLIC`);
    return applied.map(({ name }) => name);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    // Requests queue behind a waiting migration, so it gives up early.
    const [blocked] = await pendingMigrations(admin, migrations);
    throw new ConfigError(
      `DATABASE_URL: ${blocked} waited more than ${schemaLockSeconds} s for a lock of another transaction, and changed nothing; ` +
        `run 'payments migrate' again, or end that transaction first ('payments inspect activity' shows it)`,
    );
  } finally {
    await dataSource.destroy();
  }
}
