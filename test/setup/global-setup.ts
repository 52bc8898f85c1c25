import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Pg from 'pg';
import type * as Platform from '@payments/platform';
import type * as Migrations from '../../migrations/index.js';

// jest loads this file outside its module mapping, so the built code is what it can import.
const load = createRequire(__filename);
const dist = join(__dirname, '../../dist');

declare global {
  var testPostgres: Platform.EmbeddedPostgres | undefined;
  var testDirectory: string | undefined;
}

/** One real server for all suites, with a migrated template that each suite's own database is copied from. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testPostgres !== undefined) return;
  const platform = load(join(dist, 'libs/platform/src/index.js')) as typeof Platform;
  const { migrations } = load(join(dist, 'migrations/index.js')) as typeof Migrations;
  const directory = mkdtempSync(join(tmpdir(), 'payments-test-'));
  globalThis.testDirectory = directory;
  // The account of the server passes through, or its data would go elsewhere.
  chmodSync(directory, 0o711);
  const keyRingFile = join(directory, 'keys.json');
  writeFileSync(keyRingFile, JSON.stringify(platform.generateKeyRing()), { mode: 0o600 });
  const password = randomBytes(16).toString('hex');
  const postgres = new platform.EmbeddedPostgres({ dataDir: join(directory, 'postgres'), password, durable: false });
  globalThis.testPostgres = postgres;
  const { adminUrl } = await postgres.start();
  const { Client } = load('pg') as typeof Pg;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE DATABASE template_payments');
  await client.end();
  const templateUrl = new URL(adminUrl);
  templateUrl.pathname = '/template_payments';
  const config = platform.loadConfig({ DATABASE_URL: templateUrl.toString(), KEY_RING_FILE: keyRingFile });
  await platform.migrate({ config, migrations });
  process.env['TEST_ADMIN_URL'] = adminUrl;
  process.env['TEST_KEY_RING_FILE'] = keyRingFile;
}
