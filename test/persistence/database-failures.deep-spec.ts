import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, DatabaseEngine, Enterprises, Transactions } from '@payments/persistence';
import { aPerson, eventually } from '@payments/testing';
import { Client } from 'pg';
import { isUnavailable } from '../../libs/persistence/src/database/sqlstate.js';
import type { ApiClient, Answer } from '../support/api-client.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/persistence/src', 'libs/runtime/src');

const KEEPERS = [
  'transfers.transfers',
  'transfers.legs',
  'transfers.status_history',
  'platform.events',
  'platform.tasks',
  'platform.idempotency_keys',
  'ledger.entries',
] as const;

describe('database failures', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let blocker: Client;
  let login: string;

  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '4' }, undefined, {
      connectTimeoutMs: 1_000,
    });
    client = await service.client();
    party = await registerParty(client);
    login = new URL(service.database.appUrl).username;
    blocker = new Client({ connectionString: service.database.adminUrl });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    await service.stop();
  });

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const read = () => client.get('/deliver/persons');
  const lockPersons = () => blocker.query('BEGIN; LOCK TABLE customers.persons IN ACCESS EXCLUSIVE MODE');
  const waiting = () =>
    eventually('a request waits', async () => {
      const rows = await query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows[0]?.pid;
    });
  const endConnections = () =>
    query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
      [login],
    );
  /** Gives the login a setting in this database, for connections from now on, while the work runs. */
  async function withSetting<T>(setting: string, value: string, work: () => Promise<T>): Promise<T> {
    const database = new URL(service.database.adminUrl).pathname.slice(1);
    await query(`ALTER ROLE ${login} IN DATABASE ${database} SET ${setting} = '${value}'`);
    await endConnections();
    await eventually('new connections', async () => (await read()).status === 200);
    try {
      return await work();
    } finally {
      await query(`ALTER ROLE ${login} IN DATABASE ${database} RESET ${setting}`);
      await endConnections();
      await eventually('new connections', async () => (await read()).status === 200);
    }
  }
  /** Has every insertion into the table end with an error of the given state. */
  async function failing<T>(
    {
      table,
      state,
      deferred = false,
      on = 'INSERT',
    }: { table: string; state: string; deferred?: boolean; on?: string },
    work: () => Promise<T>,
  ): Promise<T> {
    await query(`CREATE FUNCTION public.fails() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'provoked' USING ERRCODE = '${state}'; END $$`);
    const kind = deferred ? 'CONSTRAINT TRIGGER' : 'TRIGGER';
    await query(`CREATE ${kind} fails AFTER ${on} ON ${table} ${deferred ? 'DEFERRABLE INITIALLY DEFERRED' : ''}
      FOR EACH ROW EXECUTE FUNCTION public.fails()`);
    try {
      return await work();
    } finally {
      await query(`DROP FUNCTION public.fails() CASCADE`);
    }
  }
  const expectUnavailable = ({ status, headers, body }: Answer) => {
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body).toEqual({ error_code: 'service_unavailable', message: expect.any(String), details: null });
  };

  describe('returns 503 and Retry-After', () => {
    afterEach(async () => {
      await blocker.query('ROLLBACK');
      expect((await read()).status).toBe(200);
    });

    it('when a lock is not given up in time', async () => {
      await withSetting('lock_timeout', '200ms', async () => {
        await lockPersons();
        expectUnavailable(await read());
        await blocker.query('ROLLBACK');
      });
    });

    it('when a statement takes too long', async () => {
      await withSetting('statement_timeout', '200ms', async () => {
        await lockPersons();
        expectUnavailable(await read());
        await blocker.query('ROLLBACK');
      });
    });

    it('when it ends the connection in the middle', async () => {
      await lockPersons();
      const response = read();
      await query('SELECT pg_terminate_backend($1)', [await waiting()]);
      expectUnavailable(await response);
    });

    it('when it takes no more connections', async () => {
      const database = new URL(service.database.adminUrl).pathname.slice(1);
      await query(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
      try {
        await endConnections();
        await eventually('no connection is left', async () => (await read()).status === 503);
        expectUnavailable(await read());
      } finally {
        await query(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);
      }
      await eventually('connections again', async () => (await read()).status === 200);
    });

    it('when all connections are in use and none gets free within a second', async () => {
      await lockPersons();
      const inProgress = Array.from({ length: 4 }, read);
      await eventually('all connections wait', async () => {
        const rows = await query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length >= 4;
      });
      const response = await client.get('/deliver/businesses');
      await blocker.query('ROLLBACK');
      expectUnavailable(response);
      expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual(Array(4).fill(200));
    });

    it.each(['40001', '40P01'])('when it loses a race (%s) every time', async (state) => {
      await failing({ table: 'transfers.transfers', state }, async () =>
        expectUnavailable(await client.post('/deliver/transfers', aPayout(party))),
      );
    });
  });

  describe('in one of several statements sent together', () => {
    it.each(['customers.persons', 'platform.events', 'platform.tasks'])(
      'returns 503 when the one on %s fails as a person is created',
      async (table) => {
        expectUnavailable(await failing({ table, state: '53100' }, () => client.post('/deliver/persons', aPerson())));
      },
    );

    it.each(['customers.persons', 'platform.tasks'])(
      'returns 503 when the one on %s fails as a person is changed',
      async (table) => {
        const { body } = await client.post('/deliver/persons', aPerson());
        const { id } = body['person'] as { id: string };
        const change = () => client.send('PATCH', `/deliver/persons/${id}`, { payload: { last_name: 'Hopper' } });
        expectUnavailable(await failing({ table, state: '40P01', on: 'INSERT OR UPDATE' }, change));
        expect((await change()).status).toBe(200);
      },
    );
  });

  it('for a connection that lies idle in a transaction ends that one, which counts as unavailable', async () => {
    const tenant = await service.api.get(Enterprises).get(client.credentials.enterprise_id);
    const unitOfWork = service.api.get(UnitOfWork);
    await withSetting('idle_in_transaction_session_timeout', '100ms', async () => {
      const lyingIdle = workContext.run({ requestId: 'test', tenant }, () =>
        unitOfWork.run(async () => {
          const [row] = await currentTransaction().query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await eventually('the connection is ended', async () => {
            return (await query('SELECT FROM pg_stat_activity WHERE pid = $1', [row!.pid])).length === 0;
          });
          await currentTransaction().query('SELECT 1');
        }),
      );
      const failure: unknown = await lyingIdle.catch((error: unknown) => error);
      expect(isUnavailable(failure)).toBe(true);
    });
  });

  it('of one transaction does not fail others that ask at the same time what the database is', async () => {
    const engine = new DatabaseEngine(service.api.get(Transactions));
    const tenant = await service.api.get(Enterprises).get(client.credentials.enterprise_id);
    let ask: () => void;
    const isAsked = new Promise<void>((resolve) => (ask = resolve));
    const inTransaction = (work: () => Promise<boolean>) =>
      workContext.run({ requestId: 'test', tenant }, () =>
        service.api.get(UnitOfWork).run(async () => {
          await currentTransaction().query('SELECT 1');
          return work();
        }),
      );
    const other = inTransaction(() => isAsked.then(() => engine.isDistributed()));
    const failed = inTransaction(() => {
      currentTransaction()
        .query('SELECT 1 / 0')
        .catch(() => undefined);
      const isDistributed = engine.isDistributed();
      ask();
      return isDistributed;
    });
    await expect(failed).rejects.toThrow('rolled back by an earlier error');
    expect(await other).toBe(false);
  });

  it('because two change the same row restarts the later one', async () => {
    const tenant = await service.api.get(Enterprises).get(client.credentials.enterprise_id);
    const unitOfWork = service.api.get(UnitOfWork);
    const name = randomUUID();
    await query(`CREATE TABLE public.counter AS SELECT 0 AS value`);
    await query(`GRANT ALL ON public.counter TO payments_app`);
    let runs = 0;
    let seen = 0;
    let open: () => void;
    const bothHaveSeen = new Promise<void>((resolve) => (open = resolve));
    const count = () =>
      workContext.run({ requestId: name, tenant }, () =>
        unitOfWork.run(async () => {
          runs += 1;
          const transaction = currentTransaction();
          await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          const [row] = await transaction.query<{ value: number }>('SELECT value FROM public.counter');
          if (++seen === 2) open();
          await bothHaveSeen;
          await transaction.query('UPDATE public.counter SET value = $1', [row!.value + 1]);
        }),
      );
    await Promise.all([count(), count()]);
    expect(await query('SELECT value FROM public.counter')).toEqual([{ value: 2 }]);
    expect(runs).toBe(3);
  });

  describe('because its disk is full', () => {
    const counts = async () => {
      const each = KEEPERS.map((table) => `(SELECT count(*) FROM ${table}) AS "${table}"`);
      const [row] = await query<object>(`SELECT ${each.join(', ')}`);
      return row;
    };

    it.each([
      ['with the transfer', 'transfers.transfers', false],
      ['with its history', 'transfers.status_history', false],
      ['with its event', 'platform.events', false],
      ['with its task', 'platform.tasks', false],
      ['at the commit', 'transfers.transfers', true],
    ])('%s returns 503, stores nothing, and succeeds once there is room again', async (_, table, deferred) => {
      const key = { 'idempotency-key': randomUUID() };
      const body = aPayout(party);
      const before = await counts();
      const send = () => client.post('/deliver/transfers', body, key);
      expectUnavailable(await failing({ table, state: '53100', deferred }, send));
      expect(await counts()).toEqual(before);
      const done = await send();
      expect([done.status, done.headers['idempotent-replayed']]).toEqual([200, undefined]);
    });
  });

  it('bounds what each role may wait for, retention more patiently, and in short for locks', async () => {
    const transactions = service.api.get(Transactions);
    const limits = (role: 'app' | 'relay' | 'maintenance') =>
      transactions.run({ role }, async (transaction) => {
        const [row] = await transaction.query<object>(
          `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
             current_setting('idle_in_transaction_session_timeout') AS idle`,
        );
        return row;
      });
    expect(await limits('app')).toEqual({ statement: '5s', lock: '2s', idle: '10s' });
    expect(await limits('relay')).toEqual({ statement: '4s', lock: '500ms', idle: '5s' });
    expect(await limits('maintenance')).toEqual({ statement: '30s', lock: '1s', idle: '30s' });
    expect(await limits('app')).toEqual({ statement: '5s', lock: '2s', idle: '10s' });
  });
});
