import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Pg from 'pg';
import type * as Config from '@payments/config';
import type * as Messaging from '@payments/messaging';
import type * as Quickstart from '@payments/quickstart';
import type * as Migrations from '../../migrations/index.js';

// jest loads this file outside its module mapping, so the built code is what it can import.
const load = createRequire(__filename);
const dist = join(__dirname, '../../dist');

declare global {
  var testPostgres: Quickstart.EmbeddedPostgres | undefined;
  var testDirectory: string | undefined;
}

/**
 * One real server for all suites, with a migrated template that each suite's own database is copied from, unless
 * TEST_ON_SERVERS names servers that have it.
 */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testPostgres !== undefined) return;
  const given = process.env['TEST_ON_SERVERS'];
  if (given !== undefined) {
    process.env['TEST_SERVERS'] = given;
    return;
  }
  const library = (name: string): unknown => load(join(dist, `libs/${name}/src/index.js`));
  const { generateKeyRing, loadConfig } = library('config') as typeof Config;
  const { migrate } = library('messaging') as typeof Messaging;
  const { EmbeddedPostgres } = library('quickstart') as typeof Quickstart;
  const { migrations } = load(join(dist, 'migrations/index.js')) as typeof Migrations;
  const directory = mkdtempSync(join(tmpdir(), 'payments-test-'));
  globalThis.testDirectory = directory;
  // The account of the server passes through, or its data would go elsewhere.
  chmodSync(directory, 0o711);
  const keyRingFile = join(directory, 'keys.json');
  writeFileSync(keyRingFile, JSON.stringify(generateKeyRing()), { mode: 0o600 });
  const password = randomBytes(16).toString('hex');
  const postgres = new EmbeddedPostgres({ dataDir: join(directory, 'postgres'), password, durable: false });
  globalThis.testPostgres = postgres;
  const { adminUrl } = await postgres.start();
  const { Client } = load('pg') as typeof Pg;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE DATABASE template_payments');
  await client.end();
  const templateUrl = new URL(adminUrl);
  templateUrl.pathname = '/template_payments';
  const config = loadConfig({ DATABASE_URL: templateUrl.toString(), KEY_RING_FILE: keyRingFile });
  await migrate({ config, migrations });
  process.env['TEST_SERVERS'] = adminUrl;
  process.env['TEST_KEY_RING_FILE'] = keyRingFile;
}
