import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { pendingMigrations } from '@payments/persistence';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';
import { runCommand } from '../support/command.js';
import { Program } from '../support/e2e/program.js';

const ROWS = 10_000;
/** The newest migration that the older release has. */
const OLDER = 'Idempotency1763800003000';
/** Changes every row of a big table, and much besides. */
const BIG = 'WebhookReceivers1763800005000';

const SCHEMA = `
  SELECT format('%s.%s %s %s %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspowner = 'payments_owner'::regrole AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT format('%s %s', k.conrelid::regclass, pg_get_constraintdef(k.oid)) FROM pg_constraint k
    JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspowner = 'payments_owner'::regrole
  UNION ALL SELECT indexdef FROM pg_indexes JOIN pg_namespace n ON n.nspname = schemaname
    WHERE n.nspowner = 'payments_owner'::regrole
  UNION ALL SELECT format('%s.%s %s %s %s', schemaname, tablename, policyname, roles, qual) FROM pg_policies
  UNION ALL SELECT format('%s %s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity, c.relacl)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspowner = 'payments_owner'::regrole AND c.relkind = 'r'
  ORDER BY 1`;

describe('migrations on a filled database', () => {
  let fresh: TestDatabase;
  let database: Client;
  let blocker: Client;
  let settings: Readonly<Record<string, string>>;
  const name = `test_migrations_${process.pid}`;

  const rows = async <Row extends object>(sql: string) => (await database.query<Row>(sql)).rows;
  const pending = () => pendingMigrations(settings['DATABASE_URL']!, migrations);
  const connect = async (url: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  /** Somebody looks at a table for as long as the work takes. */
  const whileHeld = async (table: string, work: () => Promise<void>) => {
    await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS SHARE MODE`);
    try {
      await work();
    } finally {
      await blocker.query('ROLLBACK');
    }
  };
  /** Whether the migration waits for a lock; not if it gave up before anybody looked. */
  const waits = async (migration: Program) => {
    const seen = await eventually('the migration waits', async () => {
      const waiting = await rows(`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE NOT granted AND d.datname = current_database()`);
      return waiting.length > 0 ? 'waits' : !migration.runs && 'gave up';
    });
    return seen === 'waits';
  };

  beforeAll(async () => {
    fresh = await createTestDatabase();
    await fresh.query(`CREATE DATABASE ${name}`);
    const url = new URL(fresh.adminUrl);
    url.pathname = `/${name}`;
    settings = { ...fresh.environment, DATABASE_URL: url.toString() };
    [database, blocker] = [await connect(url.toString()), await connect(url.toString())];
    const older = migrations.slice(0, migrations.findIndex((migration) => migration.name === OLDER) + 1);
    await migrate({ config: loadConfig(settings), migrations: older });
    await database.query(`
      INSERT INTO webhooks.configurations
      SELECT own, md5(own::text)::uuid, '{}', 'http://x', true, '', 1, 'x', 'x', now(), now()
      FROM unnest(ARRAY[gen_random_uuid(), gen_random_uuid()]) AS own;
      INSERT INTO webhooks.deliveries
        (enterprise_id, id, event_id, configuration_id, status, next_attempt_at, created_at, updated_at)
      SELECT c.enterprise_id, gen_random_uuid(), gen_random_uuid(), c.id,
        (ARRAY['pending', 'held', 'delivered', 'failed'])[n % 4 + 1], CASE n % 4 WHEN 0 THEN now() END, now(), now()
      FROM webhooks.configurations c, generate_series(1, ${ROWS / 2}) AS n`);
  });
  afterAll(async () => {
    await Promise.all([database.end(), blocker.end()]);
    await fresh.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await fresh.drop();
  });

  it('leave what they had begun as it was when their process is killed', async () => {
    // The last thing that the big one does: by then it has changed every row.
    await whileHeld('platform.enterprises', async () => {
      let killed: Program;
      do killed = new Program('cli', { args: ['migrate'], settings });
      while (!(await waits(killed)));
      expect((await killed.stop('SIGKILL')).code).toBeNull();
    });
    expect((await pending())[0]).toBe(BIG);
    expect(await rows(`SELECT count(*)::int AS count FROM webhooks.deliveries WHERE status = 'held'`)).toEqual([
      { count: ROWS / 4 },
    ]);
    const left = await rows(`SELECT to_regclass('webhooks.attempts') AS attempts`);
    expect(left).toEqual([{ attempts: null }]);
  });

  it('give up on a locked table, and keep the api from starting', async () => {
    await whileHeld('webhooks.configurations', async () => {
      const [{ code, stderr }, api] = await Promise.all([
        runCommand(['migrate'], settings),
        new Program('api', { settings }).ended,
      ]);
      expect([code, stderr.trim().split('\n')]).toEqual([
        1,
        [
          expect.stringMatching(
            new RegExp(`^DATABASE_URL: ${BIG} waited more than 2 s .* run 'payments migrate' again`),
          ),
        ],
      ]);
      expect([api.code, api.stderr]).toEqual([1, '']);
      expect(JSON.parse(api.stdout)).toMatchObject({
        event: 'start_failed',
        reason: expect.stringMatching(/pending migrations: .*; run 'payments migrate'/) as string,
      });
    });
    expect((await pending())[0]).toBe(BIG);
  });

  it('find everything in place when they are run again: all rows, and the schema of a new database', async () => {
    const { code, stderr } = await runCommand(['migrate'], settings);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`applied: ${BIG}`)]);
    expect(await pending()).toEqual([]);
    const deliveries = await rows(
      `SELECT status, count(*)::int AS count FROM webhooks.deliveries GROUP BY 1 ORDER BY 1`,
    );
    expect(deliveries).toEqual([
      { status: 'delivered', count: ROWS / 4 },
      { status: 'failed', count: ROWS / 4 },
      { status: 'pending', count: ROWS / 2 },
    ]);
    expect(await rows(`SELECT FROM platform.tasks WHERE queue = 'webhook-deliveries'`)).toHaveLength(2);
    expect(await rows(SCHEMA)).toEqual(await fresh.query(SCHEMA));
  });
});
