import { createPostgresBackend, Queue } from 'bullmq';
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import { loginOf } from '@payments/config';
import type { Config } from '@payments/config';
import { migrateDatabase } from '@payments/persistence';
import type { MigrateOptions, MigrationAddresses } from '@payments/persistence';
import { postgresConnection, QUEUE_SCHEMA, queueStore } from './queue-store.js';

/** As `migrateDatabase`, with BullMQ's own tables where the queues are in PostgreSQL. */
export function migrate(options: MigrateOptions): Promise<{ readonly applied: string[] }> {
  return migrateDatabase(options, (client, addresses) => migrateQueue(client, options.config, addresses));
}

// BullMQ migrates its own schema and creates a sequence for each queue on the fly; the login is granted rights on
// existing and future objects.
async function migrateQueue(client: Client, config: Config, urls: MigrationAddresses): Promise<void> {
  const store = queueStore(config, urls.admin);
  if (store.kind !== 'postgres') return;
  const connection = { ...postgresConnection(store), migrate: true };
  const queue = new Queue('migration', { connection }, createPostgresBackend);
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
  if (store.url !== urls.admin) return;
  const login = escapeIdentifier(loginOf(urls.app).username);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA ${QUEUE_SCHEMA} TO ${login}`);
  for (const objects of ['TABLES', 'FUNCTIONS']) {
    await client.query(`GRANT ALL ON ALL ${objects} IN SCHEMA ${QUEUE_SCHEMA} TO ${login}`);
  }
  for (const objects of ['TABLES', 'SEQUENCES', 'FUNCTIONS']) {
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${QUEUE_SCHEMA} GRANT ALL ON ${objects} TO ${login}`);
  }
  // The login creates these sequences; a database owner without superuser cannot grant rights on them.
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = $1::regnamespace AND pg_has_role(relowner, 'USAGE')`,
    [QUEUE_SCHEMA],
  );
  for (const { name } of rows) await client.query(`GRANT ALL ON SEQUENCE ${name} TO ${login}`);
}
