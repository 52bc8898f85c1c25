import { randomBytes } from 'node:crypto';
import { loadConfig } from '@payments/config';
import { loginUrl } from '@payments/persistence';
import type { Config } from '@payments/config';
import { Client } from 'pg';

/** The database that each suite's own is copied from. */
export const TEMPLATE = 'template_payments';

export interface TestDatabase {
  /** The URL of the owner, which bypasses row-level security. */
  readonly adminUrl: string;
  /** The URL of the processes' login. */
  readonly appUrl: string;
  readonly config: Config;
  /** Environment of a separate process that uses this database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a statement as the owner, bypassing the service. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A separate migrated database, copied from the template. `settings` are further environment variables. */
export async function createTestDatabase(settings: Readonly<Record<string, string>> = {}): Promise<TestDatabase> {
  // Several on Citus, the coordinator first.
  const servers = required('TEST_SERVERS').split(' ');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const onServers = (statement: string) => Promise.all(servers.map((server) => onServer(server, statement)));
  await onServers(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const url = new URL(servers[0]!);
  url.pathname = `/${name}`;
  const adminUrl = url.toString();
  const environment = {
    DATABASE_URL: adminUrl,
    KEY_RING_FILE: required('TEST_KEY_RING_FILE'),
    LOG_LEVEL: 'warn',
    QUEUE_PREFIX: name,
    HOST: '127.0.0.1',
    PORT: '0',
    VAULT_PORT: '0',
    METRICS_PORT: '0',
    ...settings,
  };
  const config = loadConfig(environment);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  if (servers.length > 1) await client.query('SET citus.enable_repartition_joins = on');
  return {
    adminUrl,
    appUrl: await loginUrl(config),
    config,
    environment,
    query: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql, [...values])).rows as Row[],
    drop: async () => {
      await client.end();
      await onServers(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: this suite belongs to a jest project with a database`);
  return value;
}
