import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Queue, createPostgresBackend } from 'bullmq';
import { Client } from 'pg';
import { databaseRoles } from '../../libs/persistence/src/database/roles.js';
import { migrations } from '../../migrations/index.js';

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

  it('runs again after the processes have made sequences of their own in the schema of the queues', async () => {
    const run = () => migrate({ config: loadConfig(settings), migrations });
    expect((await run()).applied).toHaveLength(migrations.length);
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
