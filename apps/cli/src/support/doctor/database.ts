import { type Config, ConfigError } from '@payments/config';
import { connectToPrimary, loginUrl, pendingMigrations } from '@payments/persistence';
import type { Client } from 'pg';
import { migrations } from '../../../../../migrations/index.js';
import { type Finding, shown } from './finding.js';
import { sessionFindings } from './sessions.js';

const CONNECT_MS = 5_000;

/** Whether the database accepts the processes' login, and the owner's if set, the schema is up to date, and its sessions last. */
export async function databaseFindings(config: Config): Promise<Finding[]> {
  const { databaseAdminUrl: owner } = config;
  const login = await processLogin(config);
  if (typeof login !== 'string') return [login, notLookedAt()];
  const logins = await Promise.all([
    loginFinding('database', login, 'run payments migrate to create this login, and check DATABASE_URL'),
    ...(owner === undefined ? [] : [loginFinding('database owner', owner, 'check DATABASE_ADMIN_URL')]),
  ]);
  const reachable = logins.every(({ status }) => status === 'ok');
  if (!reachable) return [...logins, notLookedAt()];
  return [...logins, await migrationFinding(login), ...(await sessionFindings(config, login))];
}

/** The URL that api and worker connect to, by the same rule. */
async function processLogin(config: Config): Promise<string | Finding> {
  try {
    return await loginUrl(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const value = config.databaseUrl === undefined ? 'no URL' : `${shown(config.databaseUrl)} cannot be used`;
    return { name: 'database', status: 'fail', value, remedy: error.message };
  }
}

async function loginFinding(name: string, url: string, remedy: string): Promise<Finding> {
  let client: Client | undefined;
  try {
    client = await connectToPrimary(url, CONNECT_MS);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { name, status: 'ok', value: `${shown(url)}, PostgreSQL ${rows[0]?.server_version}` };
  } catch (error) {
    return { name, status: 'fail', value: `${shown(url)}: ${(error as Error).message}`, remedy };
  } finally {
    await client?.end().catch(() => undefined);
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
  return { name: 'migrations', status: 'warn', value: 'not checked', remedy: 'fix the database first' };
}
