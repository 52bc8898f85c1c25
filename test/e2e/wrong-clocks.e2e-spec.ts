import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { watchNetwork } from '../support/e2e/watched-network.js';
import { WebhookReceiver } from '../support/receiver.js';

const LOAD_MS = 25_000;
const BETWEEN_TRANSFERS_MS = 100;
/** Long enough that a visit of a receiver is often under way when another worker looks for work. */
const ANSWER_MS = 200;
const ALL_DONE_MS = 120_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const preload = join(__dirname, '../support/e2e/shifted-clock.cjs');

interface Story {
  /** How far the two workers' clocks are from the true time. */
  readonly shiftsMs: readonly [number, number];
  /** How much further they are after the first half of the load. */
  readonly stepsMs: readonly [number, number];
}

const stories: [string, Story][] = [
  ['90 seconds behind and ahead', { shiftsMs: [-90 * SECOND, 90 * SECOND], stepsMs: [0, 0] }],
  ['an hour behind and ahead', { shiftsMs: [-HOUR, HOUR], stepsMs: [0, 0] }],
  ['set two minutes ahead and back while they work', { shiftsMs: [0, 0], stepsMs: [120 * SECOND, -120 * SECOND] }],
];

describe.each(stories)('two workers whose clocks are %s', (_, { shiftsMs, stepsMs }) => {
  // A webhook is dated by the worker that sends it.
  const receiver = new WebhookReceiver((2 * HOUR) / SECOND);
  const accepted: string[] = [];
  const programs: Program[] = [];
  let database: TestDatabase;

  const start = (app: 'api' | 'worker', settings: Record<string, string>) => {
    const program = new Program(app, { settings: { ...database.environment, ...settings }, preload });
    programs.push(program);
    return program;
  };
  const startWorker = async (index: 0 | 1) => {
    const ports = await freePorts();
    const clock = { CLOCK_SHIFT_MS: String(shiftsMs[index]), CLOCK_STEP_MS: String(stepsMs[index]) };
    const worker = start('worker', { ...portSettings(ports), ...clock });
    await worker.answers(`http://127.0.0.1:${ports.metrics + 1}/health/ready`, ALL_DONE_MS);
    return worker;
  };
  const count = async (from: string) =>
    (await database.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`))[0]!.count;
  const deadLetters = () => count('platform.dead_letters');

  beforeAll(async () => {
    database = await createTestDatabase({ SANDBOX_DAY_SECONDS: '0.3', WEBHOOK_ALLOW_PRIVATE: 'true' });
    await watchNetwork(database, { handOverMs: 10, confirmMs: 20 });
    const ports = await freePorts();
    const api = start('api', portSettings(ports));
    const baseUrl = `http://127.0.0.1:${ports.api}`;
    await api.answers(`${baseUrl}/health/ready`, ALL_DONE_MS);
    const workers = await Promise.all([startWorker(0), startWorker(1)]);
    const client = clientOf(baseUrl, await newEnterprise(database.environment, 'Acme Payroll'));
    receiver.answer = () => sleep(ANSWER_MS, 204);
    await receiver.subscribe(client, 'subscribe_all');
    const { payee } = await verifiedAccounts(client, 'clocks');
    let stepped = false;
    for (const begunAt = performance.now(); performance.now() - begunAt < LOAD_MS; await sleep(BETWEEN_TRANSFERS_MS)) {
      accepted.push((await client.transfers.create(payout(`payout-${accepted.length}`, payee))).id);
      if (!stepped && performance.now() - begunAt > LOAD_MS / 2) {
        stepped = true;
        for (const { pid } of workers) process.kill(pid, 'SIGUSR2');
      }
    }
    const workLeft = async () =>
      (await count('platform.tasks')) + (await count('platform.events WHERE position IS NULL'));
    await eventually('all work is done, or given up', async () => (await workLeft()) === 0, ALL_DONE_MS);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await receiver.close();
    await database?.drop();
  });

  it('give up no task', async () => {
    expect(await deadLetters()).toBe(0);
  });

  it('complete every transfer', async () => {
    expect(accepted.length).toBeGreaterThan(0);
    expect(await count(`transfers.transfers WHERE status = 'completed'`)).toBe(accepted.length);
  });

  it('hand each leg to the network once', async () => {
    expect(await count('sandbox.offers')).toBe(accepted.length);
    expect(await count('(SELECT DISTINCT end_to_end_id FROM sandbox.offers) AS legs')).toBe(accepted.length);
  });

  it('deliver every event once', async () => {
    expect([...receiver.bodies.values()].filter((bodies) => bodies.length > 1)).toEqual([]);
    expect(receiver.bodies.size).toBe(await count('platform.events'));
    expect(await count(`webhooks.deliveries WHERE status <> 'delivered'`)).toBe(0);
  });
});
