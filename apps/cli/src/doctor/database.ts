import { type Config, databaseUrls, pendingMigrations } from '@payments/platform';
import { Client } from 'pg';
import { migrations } from '../../../../migrations/index.js';
import type { Finding } from './finding.js';

const CONNECT_MS = 5_000;

/** Whether the database answers as the owner's and the processes' login, and whether its schema is up to date. */
export async function databaseFindings(config: Config): Promise<Finding[]> {
  const { admin, app } = databaseUrls(config);
  const logins = await Promise.all([
    loginFinding('database', app, 'payments migrate makes this login; check DATABASE_URL'),
    ...(config.databaseAdminUrl ? [loginFinding('database owner', admin, 'check DATABASE_ADMIN_URL')] : []),
  ]);
  const reachable = logins.every(({ status }) => status === 'ok');
  return [...logins, reachable ? await migrationFinding(app) : notLookedAt()];
}

/** An address as it may be shown: without its password. */
export function shown(address: string): string {
  const url = new URL(address);
  return `${url.username ? `${url.username}@` : ''}${url.host}${url.pathname}`;
}

async function loginFinding(name: string, url: string, remedy: string): Promise<Finding> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { name, status: 'ok', value: `${shown(url)}, PostgreSQL ${rows[0]?.server_version}` };
  } catch (error) {
    return { name, status: 'fail', value: `${shown(url)}: ${(error as Error).message}`, remedy };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrationFinding(url: string): Promise<Finding> {
  const name = 'migrations';
  try {
    const pending = await pendingMigrations(url, migrations);
    if (pending.length === 0) return { name, status: 'ok', value: 'up to date' };
    return { name, status: 'fail', value: `pending: ${pending.join(', ')}`, remedy: 'payments migrate' };
  } catch (error) {
    return { name, status: 'fail', value: (error as Error).message, remedy: 'payments migrate' };
  }
}

function notLookedAt(): Finding {
  return { name: 'migrations', status: 'warn', value: 'not looked at', remedy: 'put the database right first' };
}
