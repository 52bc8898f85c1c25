import { newId } from '@payments/kernel';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { StatusBeforeClose1764000002001 } from '../../migrations/1764000002001-status-before-close.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('Migrations are taken back');

const ENTERPRISE = newId();
const COLUMNS = `enterprise_id, id, customer_reference_id, status, status_reasons, addresses, contacts, sequence, version,
  identity_version, created_at, updated_at, closed_at, legal_name`;

describe('the migration that records the status before closing', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** A business that closed before the status was recorded, of whose events the last ones are kept. */
  async function closed(...events: readonly string[]): Promise<string> {
    const id = newId();
    const sequence = 5;
    await database.query(
      `INSERT INTO customers.businesses (${COLUMNS})
       VALUES ($1, $2::uuid, $2::uuid::text, 'closed', '[]', '[]', '[]', $3, 1, 1, now(), now(), now(), 'Northwind')`,
      [ENTERPRISE, id, sequence],
    );
    for (const [back, type] of [...events].reverse().entries()) {
      await database.query(
        `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
         VALUES ($1, $2, $3, 'business', $4, $5, '{}', 'test', now())`,
        [ENTERPRISE, newId(), `business_${type}`, id, sequence - back],
      );
    }
    return id;
  }

  ifOneServer('reads the status from the event before the closing, or leaves it empty', async () => {
    const source = new DataSource({ type: 'postgres', url: database.adminUrl });
    await source.initialize();
    const runner = source.createQueryRunner();
    try {
      const since = migrations
        .slice(migrations.indexOf(StatusBeforeClose1764000002001))
        .map((Migration) => new Migration());
      for (const migration of since.toReversed()) await migration.down(runner);
      const expected = {
        [await closed('rejected', 'unverified', 'verified', 'closed')]: 'verified',
        [await closed('verified', 'restricted', 'closed')]: 'restricted',
        [await closed('verified', 'unverified', 'closed')]: 'created',
        [await closed('created', 'closed')]: 'created',
        [await closed('closed')]: null,
        [await closed()]: null,
      };
      for (const migration of since) await migration.up(runner);
      const rows = await database.query<{ id: string; status_before_close: string | null }>(
        'SELECT id, status_before_close FROM customers.businesses WHERE enterprise_id = $1',
        [ENTERPRISE],
      );
      expect(Object.fromEntries(rows.map((row) => [row.id, row.status_before_close]))).toEqual(expected);
    } finally {
      await source.destroy();
    }
  });
});
