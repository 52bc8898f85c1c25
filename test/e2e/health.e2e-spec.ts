import { eventually } from '@payments/testing';
import { clientOf } from '../support/e2e/client.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { KillableDatabase } from '../support/e2e/killable-database.js';
import { Program } from '../support/e2e/program.js';
import { raw } from '../support/e2e/raw.js';

describe('while PostgreSQL is lost', () => {
  let database: KillableDatabase;
  const programs: Program[] = [];
  let base: string;
  /** Of the api at both its ports, and of the worker. */
  let addresses: string[];

  beforeAll(async () => {
    database = await KillableDatabase.create({ LOG_LEVEL: 'silent' });
    const ports = await freePorts();
    const settings = { ...database.environment, ...portSettings(ports) };
    programs.push(new Program('api', { settings }), new Program('worker', { settings }));
    base = `http://127.0.0.1:${ports.api}`;
    addresses = [base, `http://127.0.0.1:${ports.metrics}`, `http://127.0.0.1:${ports.metrics + 1}`];
    await Promise.all(addresses.map((address) => programs[0]!.answers(`${address}/health/ready`)));
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await database.drop();
  });

  const statusOf = async (path: string) =>
    Promise.all(
      addresses.map((address) =>
        raw(`${address}${path}`).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
  const allBecome = async (status: number) => {
    const startedAt = performance.now();
    await eventually(`all answer ${status}`, async () =>
      (await statusOf('/health/ready')).every((answered) => answered === status),
    );
    process.stdout.write(`ready ${status} after ${Math.round(performance.now() - startedAt)} ms\n`);
  };

  it.each([
    [
      'has stopped responding',
      async () => {
        const { goOn } = await database.freeze();
        return () => Promise.resolve(goOn());
      },
    ],
    [
      'has died',
      async () => {
        await database.kill({ whole: true });
        return () => database.restart();
      },
    ],
  ])(
    'because it %s, api and worker are live and not ready, say 503 with Retry-After, and come back with it',
    async (_, lose) => {
      const bringBack = await lose();
      try {
        await expectUnavailable();
      } finally {
        await bringBack();
      }
      await allBecome(200);
      expect(programs.every(({ runs }) => runs)).toBe(true);
    },
  );

  async function expectUnavailable(): Promise<void> {
    await allBecome(503);
    expect(await statusOf('/health/live')).toEqual([200, 200, 200]);
    const client = clientOf(base, { client_id: 'somebody', client_secret: 'something' });
    const refusal = { error_code: 'service_unavailable', status: 503, retryAfter_s: 1 };
    await expect(client.ledger.balance()).rejects.toMatchObject(refusal);
  }
});
