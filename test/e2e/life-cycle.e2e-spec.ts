import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';
import { Agent } from 'undici';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import type { Ports } from '../support/e2e/free-ports.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { raw } from '../support/e2e/raw.js';
import type { ClientCredentials, RawResponse } from '../support/e2e/raw.js';
import { ServiceOnDatabase } from '../support/e2e/service-on-database.js';

/** As a gateway shows them: one address, of which all tokens are. */
const COMMON = {
  PUBLIC_BASE_URL: 'http://payments.example',
  PUBLIC_VAULT_URL: 'http://vault.payments.example',
  DRAIN_SECONDS: '5',
};
/** An api process, and how a gateway knows it. */
class Api {
  readonly base: string;
  private readonly ready: string;
  readonly program: Program;

  constructor(environment: Readonly<Record<string, string>>, at: Ports, output?: string) {
    const settings = { ...environment, ...portSettings(at) };
    this.program = new Program('api', { settings, ...(output !== undefined && { output }) });
    this.base = `http://127.0.0.1:${at.api}`;
    this.ready = `http://127.0.0.1:${at.metrics}/health/ready`;
  }

  static async start(environment: Readonly<Record<string, string>>, at?: Ports, output?: string): Promise<Api> {
    const api = new Api(environment, at ?? (await freePorts()), output);
    await api.program.answers(api.ready);
    return api;
  }

  readiness(): Promise<RawResponse> {
    return raw(this.ready);
  }

  /** Asks it to stop, and waits until it says that it is about to. */
  async isDraining(): Promise<void> {
    process.kill(this.program.pid, 'SIGTERM');
    await eventually('it is not ready any more', async () => (await this.readiness()).status === 503);
  }
}

describe('an api that is asked to stop', () => {
  let database: TestDatabase;
  let credentials: ClientCredentials;
  const started: Api[] = [];

  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    const api = await Api.start({ ...database.environment, ...COMMON, ...settings });
    started.push(api);
    return api;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    credentials = await newEnterprise(database.environment, 'Acme Payroll');
  });
  afterAll(async () => {
    await Promise.all(started.map(({ program }) => program.stop('SIGKILL')));
    await database.drop();
  });

  it('says at once that it is not ready, goes on serving, closes each connection, and ends with 0', async () => {
    const api = await start();
    const dispatcher = new Agent({ connections: 1 });
    const before = await raw(`${api.base}/health/live`, { dispatcher });
    expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
    await api.isDraining();
    expect(JSON.parse((await api.readiness()).text)).toMatchObject({
      status: 'not_ready',
      checks: { shutdown: 'draining' },
    });
    const during = await raw(`${api.base}/health/live`, { dispatcher });
    expect([during.status, during.headers.connection]).toEqual([200, 'close']);
    expect(await api.program.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('goes on serving while requests come, after the time of serving is over', async () => {
    const drainMs = 300;
    const api = await start({ DRAIN_SECONDS: String(drainMs / 1_000) });
    const outcomes: boolean[] = [];
    process.kill(api.program.pid, 'SIGTERM');
    const until = performance.now() + 3 * drainMs;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() < until) {
          outcomes.push(
            await raw(`${api.base}/deliver/persons`).then(
              () => true,
              () => false,
            ),
          );
        }
      }),
    );
    expect(outcomes.filter((isServed) => !isServed)).toEqual([]);
    expect(await api.program.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('finishes the requests that it has when the time of serving is over', async () => {
    const api = await start({ DRAIN_SECONDS: '0' });
    const client = clientOf(api.base, credentials);
    const blocker = new Client({ connectionString: database.adminUrl });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE customers.persons IN ACCESS EXCLUSIVE MODE');
    const response = client.persons.list().firstPage();
    await eventually('the request waits for the lock', async () => {
      const rows = await database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await api.isDraining();
    await eventually('it takes no more connections', () =>
      raw(`${api.base}/health/live`).then(
        () => false,
        () => true,
      ),
    );
    await blocker.query('COMMIT');
    await blocker.end();
    await expect(response).resolves.toEqual([]);
    expect(await api.program.ended).toMatchObject({ code: 0 });
  });

  it('ends although its output is not read', async () => {
    const api = await start({ DRAIN_SECONDS: '0', LOG_LEVEL: 'info' });
    api.program.closeOutput();
    expect(await api.program.stop('SIGTERM')).toMatchObject({ code: 0 });
  });
});

describe('a worker that is asked to stop', () => {
  it('finishes running work, keeps no lease, and exits with 0', async () => {
    const service = await ServiceOnDatabase.start({ SANDBOX_DAY_SECONDS: '0.2' });
    try {
      const { database } = service;
      const client = await service.client();
      const { payee } = await verifiedAccounts(client, 'stopped');
      const blocker = new Client({ connectionString: database.adminUrl });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE sandbox.instructions IN EXCLUSIVE MODE');
      await client.transfers.create(payout('stopped', payee));
      await eventually('the worker is running', async () => {
        const rows = await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      const ended = service.stopWorker();
      await blocker.query('COMMIT');
      await blocker.end();
      expect(await ended).toMatchObject({ code: 0 });
      expect(await database.query(`SELECT queue FROM platform.tasks WHERE lease_token IS NOT NULL`)).toEqual([]);
      const legs = await database.query(`SELECT status FROM transfers.legs`);
      expect(legs).not.toEqual([{ status: 'ready' }]);
    } finally {
      await service.stop();
    }
  });
});

describe('an api whose log is on a full disk', () => {
  it('serves on, and stops in order', async () => {
    const database = await createTestDatabase();
    const api = await Api.start({ ...database.environment, LOG_LEVEL: 'info' }, undefined, '/dev/full');
    try {
      for (let number = 0; number < 50; number += 1) {
        expect((await raw(`${api.base}/deliver/persons`)).status).toBe(401);
      }
      expect(await api.program.stop('SIGTERM')).toMatchObject({ code: 0 });
    } finally {
      await api.program.stop('SIGKILL');
      await database.drop();
    }
  });
});

describe('the database connections of a process', () => {
  let database: TestDatabase;
  const programs: Program[] = [];
  const start = async (app: 'api' | 'worker', settings: Readonly<Record<string, string>> = {}) => {
    const ports = await freePorts();
    const program = new Program(app, { settings: { ...database.environment, ...portSettings(ports), ...settings } });
    programs.push(program);
    const metrics = app === 'api' ? ports.metrics : ports.metrics + 1;
    return { program, ready: () => program.answers(`http://127.0.0.1:${metrics}/health/ready`) };
  };
  const limit = (connections: number) =>
    database.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${connections}', current_database()); END $$`);

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')));
    await database.drop();
  });

  it('are at most those of the pool and eight, though a worker consumes every queue', async () => {
    const { ready } = await start('worker');
    await ready();
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND usename = 'payments_service'`,
    );
    expect(row!.count).toBeLessThanOrEqual(18);
  });

  it.each(['api', 'worker'] as const)('fit into the limit of the database, or an %s does not start', async (app) => {
    await limit(20);
    const { ready } = await start(app);
    await ready();
    const refused = await (await start(app)).program.ended;
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/room for \d+ more connections, and this process needs 18; raise.*start_failed/);
  });

  it('that a command needs are said to be missing without a stack', async () => {
    await limit(0);
    const { code, stderr } = await Program.run('cli', {
      args: ['queues', 'status'],
      settings: database.environment,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: cannot connect \(.*\); raise max_connections.*\n$/) as string,
    });
  });
});
