import { ConfigError } from '@payments/config';
import { pendingMigrations } from './migrate.js';
import type { MigrationClass } from './migrate.js';
import { connectToPrimary } from './postgres-client.js';
import { CONNECTION_LIMIT } from './server-gauges.js';

/**
 * Checks that the processes may use this database.
 * @throws ConfigError when it is not migrated, or the login bypasses row-level security.
 */
export async function assertReadyDatabase(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  const pending = await pendingMigrations(url, migrations);
  if (pending.length > 0) {
    throw new ConfigError(`DATABASE_URL: pending migrations: ${pending.length}; run 'payments migrate' first`);
  }
  const client = await connectToPrimary(url);
  try {
    const { rows } = await client.query<{ above: boolean }>(
      `SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = session_user`,
    );
    if (rows[0]?.above !== false) {
      throw new ConfigError(
        'DATABASE_URL: the login is a superuser or bypasses row-level security; use the login that payments migrate creates',
      );
    }
  } finally {
    await client.end();
  }
}

/** Free connections of the server, for this login and this database; without their limits, `least` leaves them out. */
const FREE = `
  SELECT greatest(0, least(
    ${CONNECTION_LIMIT} - (SELECT sum(numbackends) FROM pg_stat_database WHERE datid > 0),
    (SELECT rolconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE usename = session_user)
     FROM pg_roles WHERE rolname = session_user AND rolconnlimit >= 0),
    (SELECT datconnlimit - numbackends FROM pg_database JOIN pg_stat_database ON datid = pg_database.oid
     WHERE pg_database.datname = current_database() AND datconnlimit >= 0)))::int AS free,
    current_setting('max_connections') AS most`;

/** @throws ConfigError when the server has no room for as many more connections. */
export async function assertRoom(url: string, needed: number): Promise<void> {
  const client = await connectToPrimary(url);
  try {
    const { rows } = await client.query<{ free: number; most: string }>(FREE);
    const { free, most } = rows[0]!;
    // The connection that asks ends before the process opens its own.
    if (free + 1 >= needed) return;
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL has room for ${free + 1} more connections, and this process needs ${needed}; ` +
        `raise max_connections (${most}) or the limit of the login, lower DATABASE_POOL_SIZE, or stop another process`,
    );
  } finally {
    await client.end();
  }
}
