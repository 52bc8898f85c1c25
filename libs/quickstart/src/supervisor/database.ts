import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { Client } from 'pg';
import type { DataDir } from '../data-directory/data-dir.js';
import { DATABASE, embeddedUrls } from '../data-directory/environment.js';
import type { Terminal } from '../terminal.js';

/** The embedded server of a start, and the settings to connect to it. */
export interface EmbeddedDatabase {
  readonly server: EmbeddedPostgres;
  /** The URL of the superuser. */
  readonly adminUrl: string;
  readonly env: Record<string, string>;
}

/** Starts the embedded Postgres of the data directory, with an empty database on the first start. */
export async function startEmbedded(dataDir: DataDir, { say }: Terminal): Promise<EmbeddedDatabase> {
  const passwords = dataDir.ensurePasswords();
  const server = new EmbeddedPostgres({ dataDir: dataDir.postgres, password: passwords.superuser, log: say });
  const { adminUrl } = await server.start();
  try {
    await ensureDatabase(adminUrl);
    return { server, adminUrl, env: embeddedUrls(adminUrl, passwords) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
