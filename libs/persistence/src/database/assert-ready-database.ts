import { ConfigError } from '@payments/config';
import { pendingMigrations } from './migrate.js';
import type { MigrationClass } from './migrate.js';
import { connectToPrimary } from './postgres-client.js';

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
