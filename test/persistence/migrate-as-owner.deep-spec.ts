import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Queue, createPostgresBackend } from 'bullmq';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { databaseRoles } from '../../libs/persistence/src/database/roles.js';
import { migrations } from '../../migrations/index.js';
import { runCommand } from '../support/command.js';
import { Program } from '../support/e2e/program.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'apps/cli/src', 'migrations');

const NAME = `owned_${process.pid}`;
const OWNER = `owner_${process.pid}`;
const LOGIN = `login_${process.pid}`;
const SCHEMA = 'queue';

describe('migrate, run by a database owner without superuser rights', () => {
  let server: TestDatabase;
  let settings: Readonly<Record<string, string>>;
  const urlOf = (user: string) =>
    Object.assign(new URL(server.adminUrl), { username: user, password: 'secret', pathname: `/${NAME}` }).toString();

  beforeAll(async () => {
    server = await createTestDatabase();
    await server.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD 'secret'`);
    await server.query(`CREATE DATABASE ${NAME} OWNER ${OWNER}`);
    // On a dedicated server the owner creates these roles, and so may grant them.
    await server.query(`GRANT ${Object.values(databaseRoles).join(', ')} TO ${OWNER} WITH ADMIN OPTION`);
    settings = { ...server.environment, DATABASE_ADMIN_URL: urlOf(OWNER), DATABASE_URL: urlOf(LOGIN) };
  });
  afterAll(async () => {
    await server.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
    await server.query(`DROP ROLE ${LOGIN}`);
    await server.query(`DROP OWNED BY ${OWNER}`);
    await server.query(`DROP ROLE ${OWNER}`);
    await server.drop();
  });

  it('has the processes and commands say what to run, before it and after it ended early', async () => {
    const says = async (what: RegExp) => {
      const settled = { ...settings, DATABASE_ADMIN_URL: '', LOG_LEVEL: 'silent' };
      const { code, stdout } = await new Program('api', { settings: settled }).ended;
      expect([code, JSON.parse(stdout)]).toEqual([
        1,
        expect.objectContaining({ event: 'start_failed', reason: expect.stringMatching(what) as string }),
      ]);
      const command = await runCommand(['queues', 'status'], settled);
      expect([command.code, command.stderr.trim()]).toEqual([1, expect.stringMatching(/^DATABASE_URL: [^\n]+$/)]);
    };
    await says(/'payments migrate' creates/);
    class Fails1999999999999 {
      up = (runner: QueryRunner) => runner.query('SELECT no_such_column');
      down = () => Promise.resolve();
    }
    const early = [...migrations.slice(0, 3), Fails1999999999999];
    await expect(migrate({ config: loadConfig(settings), migrations: early })).rejects.toThrow('no_such_column');
    await says(/^DATABASE_URL: .*permission denied for table payments_migrations.*; run 'payments migrate'$/);
  });

  it('runs again after the processes have made sequences of their own in the schema of the queues', async () => {
    const run = () => migrate({ config: loadConfig(settings), migrations });
    expect((await run()).applied).toHaveLength(migrations.length - 3);
    const queue = new Queue(
      'of-the-login',
      { connection: { connectionString: urlOf(LOGIN), schema: SCHEMA } },
      createPostgresBackend,
    );
    await queue.add('job', {});
    await queue.close();
    const login = new Client({ connectionString: urlOf(LOGIN) });
    await login.connect();
    const { rows } = await login.query<{ owner: string }>(
      `SELECT sequenceowner AS owner FROM pg_sequences WHERE schemaname = '${SCHEMA}' AND sequenceowner = $1`,
      [LOGIN],
    );
    await login.end();
    expect(rows).not.toHaveLength(0);
    expect((await run()).applied).toEqual([]);
  });
});
