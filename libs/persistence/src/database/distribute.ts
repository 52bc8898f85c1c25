import { ConfigError } from '@payments/config';
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import { connectToPrimary } from './postgres-client.js';
import { databaseRoles, limitSettings, loginLimits, roleLimits, schemaLockSeconds } from './roles.js';
import type { DatabaseRole } from './roles.js';

/** The first version that these tables were tried on. */
const OLDEST_CITUS = 13;
const HAS_CITUS = `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`;
/** The first table of an enterprise: the others are placed as it is. */
const FIRST = 'platform.tasks';

/** Settings that Citus needs, and why. */
const SETTINGS: readonly { name: string; isGood: (value: string) => boolean; needed: string; why: string }[] = [
  {
    ...{ name: 'citus.propagate_set_commands', needed: `'local'`, isGood: (value) => value === 'local' },
    why: 'so that the enterprise of a transaction is known where its rows are',
  },
  {
    ...{ name: 'citus.enable_unsafe_triggers', needed: 'on', isGood: (value) => value === 'on' },
    why: 'so that triggers check states; each of them stays within the row of one enterprise',
  },
  {
    ...{ name: 'max_prepared_transactions', needed: 'above 0', isGood: (value) => Number(value) > 0 },
    why: 'so that what is written on several servers is committed on all of them',
  },
];

/** Tables that are not distributed by their enterprise: whole on every server, or on the coordinator only. */
export interface Placements {
  readonly reference: readonly string[];
  /** `schema.*` stands for all tables of a schema. */
  readonly local: readonly string[];
}

interface Distribution {
  readonly version: string;
  readonly servers: number;
  /** Tables that this run has placed. */
  readonly placed: readonly string[];
}

/** A connection, or a transaction of the service. */
interface Asking {
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** Whether the database has Citus, with or without distributed tables. */
export async function hasCitus(client: Asking): Promise<boolean> {
  return (await client.query(HAS_CITUS)).rows.length > 0;
}

/**
 * Gives the roles on Citus a login, with which the coordinator opens connections to the other servers; without a password,
 * nobody else can use it. Their limits must be their own: those of the login stay on the coordinator.
 */
export async function letRolesReachServers(client: Pick<Client, 'query'>): Promise<void> {
  for (const [role, name] of Object.entries(databaseRoles) as [DatabaseRole, string][]) {
    const id = escapeIdentifier(name);
    await client.query(`ALTER ROLE ${id} LOGIN`);
    if (role === 'owner') continue;
    for (const [setting, value] of limitSettings(roleLimits[role] ?? loginLimits)) {
      await client.query(`ALTER ROLE ${id} SET ${setting} = '${value}'`);
    }
  }
}

/** Tables whose place on Citus differs from what `placements` says; none if nothing was distributed yet. */
export async function misplacedTables(client: Asking, placements: Placements): Promise<string[]> {
  const { rows } = await client.query<{ is_begun: boolean }>(
    `SELECT to_regclass('${FIRST}') IS NOT NULL
       AND EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('${FIRST}')) AS is_begun`,
  );
  return rows[0]!.is_begun
    ? [...(await misplacedLocals(client, placements)), ...(await unplaced(client, placements))]
    : [];
}

/**
 * Distributes the tables of a migrated database over the servers of its Citus cluster, and those that migrations have added since.
 * @throws ConfigError when it is no Citus, or one without the settings that the service needs
 */
export async function distribute(url: string, placements: Placements): Promise<Distribution> {
  const client = await connectToPrimary(url);
  try {
    const version = await assertFit(client);
    await letRolesReachServers(client);
    const placed = await placeTables(client, placements);
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM pg_dist_node WHERE isactive AND shouldhaveshards',
    );
    return { version, servers: rows[0]!.count, placed };
  } finally {
    await client.end();
  }
}

/** One table after the other, each of them entirely or not at all; a run that was interrupted is finished by the next one. */
export async function placeTables(client: Pick<Client, 'query'>, placements: Placements): Promise<string[]> {
  const locals = await misplacedLocals(client, placements);
  for (const table of locals) await moveToCoordinator(client, table);
  const tables = await unplaced(client, placements);
  const isReference = (table: string) => placements.reference.includes(table);
  const first = tables.filter((table) => table === FIRST);
  const others = tables.filter((table) => table !== FIRST && !isReference(table));
  // What is in all places first, so that the triggers of the others find it.
  for (const table of tables.filter(isReference)) await place(client, `create_reference_table('${table}')`, table);
  for (const table of first) await place(client, `create_distributed_table('${table}', 'enterprise_id')`, table);
  for (const table of others) {
    await place(client, `create_distributed_table('${table}', 'enterprise_id', colocate_with := '${FIRST}')`, table);
  }
  return [...locals, ...tables];
}

// Citus makes a new table and its views again, the views without the rights on them.
async function moveToCoordinator(client: Pick<Client, 'query'>, table: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${schemaLockSeconds}s'`);
    const { rows } = await client.query<{ sql: string }>(
      `SELECT format('GRANT %s ON %s TO %I', held.privilege_type, c.oid::regclass, held.grantee::regrole) AS sql
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN aclexplode(c.relacl) AS held
       WHERE c.relkind = 'v' AND n.nspowner = $1::regrole AND held.grantee <> c.relowner AND held.grantee <> 0`,
      [databaseRoles.owner],
    );
    await client.query(`SELECT undistribute_table('${table}')`);
    for (const { sql } of rows) await client.query(sql);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function place(client: Pick<Client, 'query'>, call: string, table: string): Promise<void> {
  await client.query(`SELECT ${call}`);
  // The rows were copied; without this, the coordinator would keep the old ones, which nothing reads.
  await client.query(`SELECT truncate_local_data_after_distributing_table('${table}')`);
}

function unplaced(client: Asking, placements: Placements): Promise<string[]> {
  return tablesThat(client, placements, { areLocal: false, areKnown: false });
}

// Where an earlier release placed them.
function misplacedLocals(client: Asking, placements: Placements): Promise<string[]> {
  return tablesThat(client, placements, { areLocal: true, areKnown: true });
}

/** Tables by whether they belong on the coordinator only, and whether Citus has placed them. */
async function tablesThat(
  client: Asking,
  { local }: Placements,
  { areLocal, areKnown }: { readonly areLocal: boolean; readonly areKnown: boolean },
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspowner = $1::regrole
       AND (format('%I.%I', n.nspname, c.relname) = ANY($2::text[]) OR format('%I.*', n.nspname) = ANY($2::text[])) = $3
       AND EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid) = $4 ORDER BY 1`,
    [databaseRoles.owner, local, areLocal, areKnown],
  );
  return rows.map(({ name }) => name);
}

async function assertFit(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(HAS_CITUS);
  const version = rows[0]?.version;
  if (version === undefined) {
    throw new ConfigError('DATABASE_ADMIN_URL: the database has no Citus; CREATE EXTENSION citus, and add its servers');
  }
  if (Number.parseInt(version, 10) < OLDEST_CITUS) {
    throw new ConfigError(`DATABASE_ADMIN_URL: Citus ${version} is too old; use ${OLDEST_CITUS} or later`);
  }
  for (const { name, isGood, needed, why } of SETTINGS) {
    const { rows: set } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
    if (isGood(set[0]!.value)) continue;
    throw new ConfigError(`DATABASE_ADMIN_URL: ${name} is ${set[0]!.value} on the server; set it to ${needed}, ${why}`);
  }
  return version;
}
