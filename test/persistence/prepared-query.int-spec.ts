import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { QueryResult } from 'pg';
import { PreparedQuery } from '../../libs/persistence/src/database/prepared-query.js';
import { resultOf } from '../../libs/persistence/src/database/statements.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const SELECT = 'SELECT n, n::text AS text, n * 2.5 AS half, NULL AS nothing FROM generate_series(1, $1::int) AS n';

type Run = [text: string, values: readonly unknown[], name: string];

describe(PreparedQuery.name, () => {
  let service: TestService;
  let client: Client;
  let descriptions: number;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    client = await connect();
    descriptions = 0;
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.on('rowDescription', () => (descriptions += 1));
  });
  afterEach(() => client.end());

  async function connect(): Promise<Client> {
    const connected = new Client({ connectionString: service.database.adminUrl, pipeline: true });
    await connected.connect();
    return connected;
  }
  const runOn = (on: Client, [text, values, name]: Run): Promise<QueryResult> =>
    resultOf(on as never, new PreparedQuery({ text, values: values.map(String), name }));
  const run = (...statement: Run) => runOn(client, statement);

  it('returns the rows of the first execution at each further one, described once', async () => {
    const [first, ...others] = [
      await run(SELECT, [3], 'numbers'),
      await run(SELECT, [3], 'numbers'),
      await run(SELECT, [3], 'numbers'),
    ];
    expect(first.rows).toHaveLength(3);
    expect(first.rows[1]).toEqual({ n: 2, text: '2', half: '5.0', nothing: null });
    for (const other of others) {
      expect({ rows: other.rows, fields: other.fields, count: other.rowCount }).toEqual({
        rows: first.rows,
        fields: first.fields,
        count: first.rowCount,
      });
    }
    expect(descriptions).toBe(1);
  });

  it('keeps rows apart where executions with different parameters are sent at once', async () => {
    const counts = [4, 0, 1, 7];
    for (let round = 0; round < 2; round++) {
      const results = await Promise.all(counts.map((count) => run(SELECT, [count], 'numbers')));
      expect(results.map(({ rows }) => rows.map(({ n }: { n: number }) => n))).toEqual([
        [1, 2, 3, 4],
        [],
        [1],
        [1, 2, 3, 4, 5, 6, 7],
      ]);
    }
    // Those sent before the first description arrived asked for their own.
    expect(descriptions).toBe(counts.length);
  });

  it('describes a statement again on another connection, which may be to another database', async () => {
    const other = await connect();
    await run(SELECT, [1], 'numbers');
    expect((await runOn(other, ['SELECT $1 AS other', ['x'], 'numbers'])).rows).toEqual([{ other: 'x' }]);
    expect((await run(SELECT, [1], 'numbers')).rows).toHaveLength(1);
    await other.end();
  });

  it('counts the rows of a statement that returns none', async () => {
    await client.query('CREATE TEMP TABLE numbers (n int)');
    for (let n = 1; n <= 3; n++) {
      const { rows, rowCount, command } = await run('INSERT INTO numbers VALUES ($1), ($1)', [n], 'insert');
      expect({ rows, rowCount, command }).toEqual({ rows: [], rowCount: 2, command: 'INSERT' });
    }
    expect(descriptions).toBe(0);
  });

  it('goes on after an error in the first execution and in a later one', async () => {
    const text = 'SELECT 10 / $1::int AS part';
    await expect(run(text, [0], 'division')).rejects.toThrow('division by zero');
    expect((await run(text, [5], 'division')).rows).toEqual([{ part: 2 }]);
    await expect(run(text, [0], 'division')).rejects.toThrow('division by zero');
    expect((await run(text, [2], 'division')).rows).toEqual([{ part: 5 }]);
  });

  it('never reads rows by the description of columns that have changed since', async () => {
    const table = `pg_temp.columns_${randomUUID().slice(0, 8)}`;
    await client.query(`CREATE TABLE ${table} AS SELECT 1 AS a, 'two' AS b`);
    const all = () => run(`SELECT * FROM ${table}`, [], 'all columns');
    expect((await all()).rows).toEqual([{ a: 1, b: 'two' }]);
    await client.query(`ALTER TABLE ${table} DROP COLUMN a`);
    await expect(all()).rejects.toThrow('cached plan must not change result type');
    expect((await all()).rows).toEqual([{ b: 'two' }]);
  });

  it('ends the wait for a response after its timeout', async () => {
    const query = new PreparedQuery({
      text: 'SELECT pg_sleep($1::float)',
      values: ['30'],
      name: 'sleep',
      query_timeout: 200,
    });
    const slow = await connect();
    slow.on('error', () => undefined);
    await expect(resultOf(slow as never, query)).rejects.toThrow('Query read timeout');
    await slow.end().catch(() => undefined);
  });
});
