import { TableStatistics } from '@payments/messaging';
import { Log } from '@payments/observability';
import { Transactions } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'migrations');

const TABLE = 'platform.audit';

describe('the statistics of a table', () => {
  let service: TestService;
  let statistics: TableStatistics;

  beforeAll(async () => {
    service = await startTestService();
    statistics = new TableStatistics(service.api.get(Transactions), service.api.get(Log));
    await service.database.query(`ALTER TABLE ${TABLE} SET (autovacuum_enabled = false)`);
  });
  afterAll(() => service.stop());

  async function write(rows: number): Promise<void> {
    await service.database.query(
      `INSERT INTO ${TABLE} (enterprise_id, id, action, subject_type, subject_id, actor, request_id, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'x.y', 'x', 'x', 'x', 'x', now() FROM generate_series(1, $1)`,
      [rows],
    );
    await service.database.query('SELECT pg_stat_force_next_flush()');
  }

  async function collected(): Promise<string[]> {
    const tables = [];
    for (let table = await statistics.collect(); table !== null; table = await statistics.collect()) tables.push(table);
    return tables;
  }

  async function expectedRows(): Promise<number> {
    const [row] = await service.database.query<{ rows: number }>(
      `SELECT reltuples::int AS rows FROM pg_class WHERE oid = $1::regclass`,
      [TABLE],
    );
    return row!.rows;
  }

  it('are collected when it has a thousand rows', async () => {
    await write(900);
    expect(await collected()).toEqual([]);
    await write(100);
    expect(await collected()).toEqual([TABLE]);
    expect(await expectedRows()).toBe(1_000);
  });

  it('are collected again when it has five times as many', async () => {
    await write(3_900);
    expect(await collected()).toEqual([]);
    await write(100);
    expect(await collected()).toEqual([TABLE]);
    expect(await expectedRows()).toBe(5_000);
    expect(await collected()).toEqual([]);
  });

  it('are left to whoever has the table locked, as autovacuum has', async () => {
    await write(20_000);
    const blocker = new Client({ connectionString: service.database.adminUrl });
    await blocker.connect();
    await blocker.query(`BEGIN; LOCK TABLE ${TABLE} IN SHARE UPDATE EXCLUSIVE MODE`);
    expect(await collected()).toEqual([]);
    await blocker.query('ROLLBACK');
    await blocker.end();
    expect(await collected()).toEqual([TABLE]);
  });

  it('are collected by a worker', async () => {
    await service.startWorker();
    await write(100_000);
    await eventually('statistics of all rows', async () => (await expectedRows()) === 125_000);
  });

  it('can be collected by the maintenance role only', async () => {
    for (const role of ['app', 'relay', 'auth'] as const) {
      const asked = service.api
        .get(Transactions)
        .run({ role }, (transaction) => transaction.query('SELECT platform.collect_statistics()'));
      await expect(asked).rejects.toThrow('permission denied for function collect_statistics');
    }
  });
});
