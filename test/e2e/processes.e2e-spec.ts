import { join } from 'node:path';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { Agent } from 'undici';
import { runCommand } from '../support/command.js';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { KillableDatabase } from '../support/e2e/killable-database.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import type { ProgramOptions } from '../support/e2e/program.js';
import { raw, statusOf } from '../support/e2e/raw.js';

/** As a gateway shows them: one address, of which all tokens are. */
const COMMON = { PUBLIC_BASE_URL: 'http://payments.example', PUBLIC_VAULT_URL: 'http://vault.payments.example' };
const HELD_STOP = join(__dirname, '../support/e2e/held-stop.cjs');
/** The pool of a process, and eight connections besides. */
const MOST_CONNECTIONS = 18;

/** A process of the service, and where it is asked how it is. */
class Member {
  private constructor(
    readonly program: Program,
    readonly base: string,
    readonly operations: string,
  ) {}

  static async begin(
    app: 'api' | 'worker',
    { settings, ...options }: Pick<ProgramOptions, 'settings' | 'output' | 'preload'>,
  ): Promise<Member> {
    const ports = await freePorts();
    const program = new Program(app, { ...options, settings: { ...settings, ...COMMON, ...portSettings(ports) } });
    const operations = `http://127.0.0.1:${ports.metrics + (app === 'api' ? 0 : 1)}`;
    return new Member(program, `http://127.0.0.1:${ports.api}`, operations);
  }

  isReady(): Promise<void> {
    return this.program.answers(`${this.operations}/health/ready`);
  }

  /** Asks it to stop, and waits until it says that it is about to. */
  async isDraining(): Promise<void> {
    process.kill(this.program.pid, 'SIGTERM');
    await eventually(
      'it is not ready any more',
      async () => (await statusOf(`${this.operations}/health/ready`)) === 503,
    );
  }
}

// One after the other: each test finds the processes as the one before has left them.
describe('the processes of a service', () => {
  let database: KillableDatabase;
  let api: Member;
  let worker: Member;
  let client: PaymentsClient;
  const begun: Member[] = [];

  const begin = async (...[app, options = {}]: [app: 'api' | 'worker', options?: Partial<ProgramOptions>]) => {
    const settings = { ...database.environment, DRAIN_SECONDS: '0', ...options.settings };
    const member = await Member.begin(app, { ...options, settings });
    begun.push(member);
    return member;
  };
  const limit = (connections: number) => database.query(`ALTER DATABASE payments CONNECTION LIMIT ${connections}`);
  const isHeldUp = () =>
    eventually('a statement waits for the lock', async () => {
      const rows = await database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
  /** Keeps others from the table until the work has come back with what it waits for. */
  const whileLocked = async <Result>(table: string, work: () => Promise<Promise<Result>[]>): Promise<Result[]> => {
    const blocker = new Client({ connectionString: database.environment['DATABASE_URL'] });
    await blocker.connect();
    await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      const awaited = await work();
      await blocker.query('COMMIT');
      return await Promise.all(awaited);
    } finally {
      await blocker.end();
    }
  };

  beforeAll(async () => {
    database = await KillableDatabase.create({ LOG_LEVEL: 'warn', SANDBOX_DAY_SECONDS: '0.2' });
  });
  afterAll(async () => {
    await Promise.all(begun.map(({ program }) => program.stop('SIGKILL')));
    await database.drop();
  });

  describe('as for connections to the database', () => {
    it('do not start where those that they need do not fit into its limit', async () => {
      await limit(MOST_CONNECTIONS + 2);
      api = await begin('api');
      await api.isReady();
      for (const app of ['api', 'worker'] as const) {
        const { code, stdout } = await (await begin(app)).program.ended;
        expect(code).toBe(1);
        expect(stdout).toMatch(/room for \d+ more connections, and this process needs 18; raise.*start_failed/);
      }
    });

    it('say without a stack that those of a command are missing', async () => {
      await limit(0);
      expect(await runCommand(['queues', 'status'], database.environment)).toEqual({
        ...{ code: 1, stdout: '' },
        stderr: expect.stringMatching(/^DATABASE_URL: cannot connect \(.*\); raise max_connections.*\n$/) as string,
      });
      await limit(-1);
    });

    it('have at most those of the pool and eight, though a worker consumes every queue', async () => {
      worker = await begin('worker', { settings: { PGAPPNAME: 'worker' } });
      await worker.isReady();
      const rows = await database.query(`SELECT FROM pg_stat_activity WHERE application_name = 'worker'`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThanOrEqual(MOST_CONNECTIONS);
      const credentials = await newEnterprise({ ...database.environment, ...COMMON }, 'Acme Payroll');
      client = clientOf(api.base, credentials);
    });
  });

  describe('while PostgreSQL is lost', () => {
    const statuses = (path: string) =>
      Promise.all([api.base, api.operations, worker.operations].map((address) => statusOf(`${address}${path}`)));
    const allBecome = (status: number) =>
      eventually(`all answer ${status}`, async () =>
        (await statuses('/health/ready')).every((answered) => answered === status),
      );

    it.each([
      [
        'has stopped responding',
        () =>
          database.freeze().then(
            ({ goOn }) =>
              async () =>
                goOn(),
          ),
      ],
      ['has died', () => database.kill({ whole: true }).then(() => () => database.restart())],
    ])('because it %s, are live and not ready, say 503 with Retry-After, and come back with it', async (_, lose) => {
      const bringBack = await lose();
      try {
        await allBecome(503);
        expect(await statuses('/health/live')).toEqual([200, 200, 200]);
        const stranger = clientOf(api.base, { client_id: 'somebody', client_secret: 'something' });
        const refusal = { error_code: 'service_unavailable', status: 503, retryAfter_s: 1 };
        await expect(stranger.ledger.balance()).rejects.toMatchObject(refusal);
      } finally {
        await bringBack();
      }
      await allBecome(200);
      expect([api.program.runs, worker.program.runs]).toEqual([true, true]);
    });
  });

  describe('that are asked to stop', () => {
    it('finish running work, keep no lease, and exit with 0: a worker', async () => {
      const { payee } = await verifiedAccounts(client, 'stopped');
      const [ending] = await whileLocked('sandbox.instructions', async () => {
        await client.transfers.create(payout('stopped', payee));
        await isHeldUp();
        return [worker.program.stop('SIGTERM')];
      });
      expect(ending).toMatchObject({ code: 0 });
      expect(await database.query(`SELECT queue FROM platform.tasks WHERE lease_token IS NOT NULL`)).toEqual([]);
      expect(await database.query(`SELECT status FROM transfers.legs`)).not.toEqual([{ status: 'ready' }]);
    });

    it('finish the requests that they have, though nobody reads their output: an api', async () => {
      api.program.closeOutput();
      const [persons] = await whileLocked('customers.persons', async () => {
        const response = client.persons.list().firstPage();
        await isHeldUp();
        await api.isDraining();
        await eventually('it takes no more connections', async () => (await statusOf(`${api.base}/health/live`)) === 0);
        return [response];
      });
      expect(persons).toHaveLength(1);
      expect(await api.program.ended).toMatchObject({ code: 0 });
    });

    it('say at once that they are not ready, go on serving while requests come, and close each connection', async () => {
      // Whatever it writes to its log is refused.
      const settings = { DRAIN_SECONDS: '20', LOG_LEVEL: 'info' };
      const late = await begin('api', { settings, output: '/dev/full', preload: HELD_STOP });
      await late.isReady();
      const dispatcher = new Agent({ connections: 1 });
      const isServed = async (connection: string) => {
        const { status, headers } = await raw(`${late.base}/deliver/persons`, { dispatcher });
        expect([status, headers.connection]).toEqual([401, connection]);
      };
      const waits = (text: string) => eventually(text, () => Promise.resolve(late.program.stderr === text));
      for (let number = 0; number < 50; number += 1) await isServed('keep-alive');
      await late.isDraining();
      expect(JSON.parse((await raw(`${late.operations}/health/ready`)).text)).toMatchObject({
        ...{ status: 'not_ready', checks: { shutdown: 'draining' } },
      });
      await waits('waits 20000\n');
      await isServed('close');
      process.kill(late.program.pid, 'SIGUSR2');
      // The time of serving is over, but a gateway may notice late.
      await waits('waits 20000\nwaits 250\n');
      await isServed('close');
      process.kill(late.program.pid, 'SIGUSR2');
      expect(await late.program.ended).toMatchObject({ code: 0, stderr: 'waits 20000\nwaits 250\n' });
    });
  });
});
