import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';

const BEFORE = 'LedgerBooks1764100034000';
/** More than one batch of the first enterprise, fewer of the second. `OLD_ENTRIES=1000000` to measure the migration. */
const ENTRIES = [Number(process.env['OLD_ENTRIES'] ?? 20_001), 700] as const;
const OWNERS = ['0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a', '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3b'] as const;

describe('the positions of entries that are older than positions', () => {
  let fresh: TestDatabase;
  let database: Client;
  let settings: Readonly<Record<string, string>>;
  const name = `test_positions_${process.pid}`;

  const migrateTo = (count: number) =>
    migrate({ config: loadConfig(settings), migrations: migrations.slice(0, count) });
  const first = migrations.findIndex((migration) => migration.name === BEFORE);
  const rows = async <Row extends object>(sql: string) => (await database.query<Row>(sql)).rows;
  /** As a process of the older release does it. */
  const post = (owner: string, from: string) => `
    INSERT INTO ledger.entries (enterprise_id, id, subject_id, leg, attempt, kind, debit_account, credit_account, amount,
      banking_at, created_at)
    SELECT '${owner}', gen_random_uuid(), gen_random_uuid(), 'none', 1, 'old', 'cash', 'available', n, now(),
      timestamptz '2026-01-01' + (n::bigint * 7919 % 1000) * interval '1 minute' FROM ${from}`;

  beforeAll(async () => {
    fresh = await createTestDatabase();
    await fresh.query(`CREATE DATABASE ${name}`);
    const url = new URL(fresh.adminUrl);
    url.pathname = `/${name}`;
    settings = { ...fresh.environment, DATABASE_URL: url.toString() };
    database = new Client({ connectionString: url.toString() });
    await database.connect();
    await migrateTo(first);
    for (const [i, owner] of OWNERS.entries()) {
      await database.query(post(owner, `generate_series(1, ${ENTRIES[i]!}) AS n`));
      await database.query(`INSERT INTO ledger.balances VALUES ('${owner}', 'available', 0, now())`);
    }
  });
  afterAll(async () => {
    await database.end();
    await fresh.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await fresh.drop();
  });

  it('follow their times, also if the migration was interrupted and older processes post meanwhile', async () => {
    await migrateTo(first + 1);
    // One batch, as if the process ended after it.
    await database.query(`
      WITH batch AS (SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS n FROM ledger.entries
        WHERE enterprise_id = '${OWNERS[0]}' ORDER BY created_at, id LIMIT 20000),
      numbered AS (UPDATE ledger.entries e SET position = n FROM batch WHERE e.id = batch.id)
      UPDATE ledger.numbering SET last_position = n, created_at = batch.created_at, id = batch.id
      FROM batch WHERE n = 20000 AND enterprise_id = '${OWNERS[0]}'`);
    // Dated before all others: a clock that is behind.
    await database.query(post(OWNERS[1], 'generate_series(0, 4, 2) AS more, LATERAL (SELECT 1000 + more AS n) AS x'));
    await migrateTo(migrations.length);
    const found = await rows(`
      SELECT enterprise_id, count(*)::int AS entries, max(position)::int AS last,
        count(*) FILTER (WHERE position = sorted)::int AS in_order
      FROM (SELECT *, row_number() OVER (PARTITION BY enterprise_id ORDER BY amount >= 1000, created_at, id) AS sorted
        FROM (SELECT enterprise_id, position, created_at, id, CASE WHEN enterprise_id = '${OWNERS[1]}' THEN amount ELSE 0 END AS amount
          FROM ledger.entries) AS e) AS s
      GROUP BY 1 ORDER BY 1`);
    expect(found).toEqual([
      { enterprise_id: OWNERS[0], entries: ENTRIES[0], last: ENTRIES[0], in_order: ENTRIES[0] },
      { enterprise_id: OWNERS[1], entries: 703, last: 703, in_order: expect.any(Number) },
    ]);
    expect((found[1] as { in_order: number }).in_order).toBeGreaterThanOrEqual(700);
    expect(await rows('SELECT last_position::int AS last FROM ledger.doors ORDER BY enterprise_id')).toEqual([
      { last: ENTRIES[0] },
      { last: 703 },
    ]);
  });

  it('are given to entries of an older process afterwards, too', async () => {
    await database.query(post(OWNERS[1], 'generate_series(1, 2) AS n'));
    expect(
      await rows(`SELECT max(position)::int AS last FROM ledger.entries WHERE enterprise_id = '${OWNERS[1]}'`),
    ).toEqual([{ last: 705 }]);
  });
});
