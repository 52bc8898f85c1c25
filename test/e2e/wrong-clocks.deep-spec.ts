import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, noneLeft } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { watchNetwork } from '../support/e2e/watched-network.js';
import { WebhookReceiver } from '../support/receiver.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src/outbox', 'libs/runtime/src');

/** With the clocks at each of their places. */
const TRANSFERS = 45;
const BETWEEN_TRANSFERS_MS = 100;
/** Long enough that a delivery is often in progress when another worker looks for work. */
const ANSWER_MS = 200;
/** Longer than any lease, and than any delay of these tasks. */
const LONGEST_WAIT_S = 80;
const LOOK_EVERY_MS = 250;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/**
 * How far the clock of each worker is ahead of the true time, one after the other: one too far to work, both further apart
 * than any lease is long, and set across the true time.
 */
const FIRST_MS = [HOUR, 50 * SECOND, -30 * SECOND];
const SECOND_MS = [-50 * SECOND, -50 * SECOND, 30 * SECOND];
const preload = join(__dirname, '../support/e2e/shifted-clock.cjs');

describe('two workers whose clocks differ by hours, by minutes, and are set while they work', () => {
  const receiver = new WebhookReceiver();
  const accepted: string[] = [];
  const programs: Program[] = [];
  let database: TestDatabase;

  const start = (app: 'api' | 'worker', settings: Record<string, string>) => {
    const program = new Program(app, { settings: { ...database.environment, ...settings }, preload });
    programs.push(program);
    return program;
  };
  const startWorker = async (aheadMs: readonly number[]) => {
    const ports = await freePorts();
    const [shift, ...steps] = aheadMs.map((ahead, place) => ahead - (aheadMs[place - 1] ?? 0));
    const clock = { CLOCK_SHIFT_MS: String(shift), CLOCK_STEPS_MS: steps.join(',') };
    const worker = start('worker', { ...portSettings(ports), ...clock });
    const health = `http://127.0.0.1:${ports.metrics + 1}/health`;
    await worker.answers(`${health}/live`);
    return { worker, health };
  };
  let readyAnHourAhead: { readonly status: number; readonly body: unknown };
  const count = async (from: string) =>
    (await database.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`))[0]!.count;
  const deadLetters = () => count('platform.dead_letters');
  /** @throws Error for what only a wrong clock causes: the work would then hardly ever end. */
  const assertDatabaseTime = async () => {
    const early = await database.query(
      `SELECT end_to_end_id, count(*)::int AS submissions FROM sandbox.offers GROUP BY 1 HAVING count(*) > 1 LIMIT 3`,
    );
    const late = await database.query(
      `SELECT queue, lease_token IS NOT NULL AS leased, extract(epoch FROM run_at - now())::int AS due_in_seconds
       FROM platform.tasks WHERE run_at > now() + make_interval(secs => $1) LIMIT 3`,
      [LONGEST_WAIT_S],
    );
    const found = JSON.stringify([...early, ...late]);
    if (found !== '[]') throw new Error(`leases or due times do not use the clock of the database: ${found}`);
  };

  const run = async () => {
    const ports = await freePorts();
    const api = start('api', portSettings(ports));
    const baseUrl = `http://127.0.0.1:${ports.api}`;
    const [credentials, first, second] = await Promise.all([
      newEnterprise(database.environment, 'Acme Payroll'),
      startWorker(FIRST_MS),
      startWorker(SECOND_MS),
      api.answers(`${baseUrl}/health/ready`),
    ]);
    const client = clientOf(baseUrl, credentials);
    receiver.answer = () => sleep(ANSWER_MS, 204);
    await receiver.subscribe(client, 'subscribe_all');
    const { payee } = await verifiedAccounts(client, 'clocks');
    const response = await fetch(`${first.health}/ready`);
    readyAnHourAhead = { status: response.status, body: await response.json() };
    for (const place of FIRST_MS.keys()) {
      if (place > 0) for (const { worker } of [first, second]) process.kill(worker.pid, 'SIGUSR2');
      if (place === 1) await first.worker.answers(`${first.health}/ready`);
      for (let number = 0; number < TRANSFERS; number += 1) {
        const paused = sleep(BETWEEN_TRANSFERS_MS);
        accepted.push((await client.transfers.create(payout(`payout-${accepted.length}`, payee))).id);
        await paused;
      }
    }
    await noneLeft(
      'work',
      async () => (await count('platform.tasks')) + (await count('platform.events WHERE position IS NULL')),
    );
  };

  beforeAll(async () => {
    database = await createTestDatabase({
      SANDBOX_DAY_SECONDS: '0.3',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_CONCURRENCY: '20',
    });
    await watchNetwork(database, { submitMs: 10, confirmMs: 20 });
    let isOver = false;
    const watch = async () => {
      for (; !isOver; await sleep(LOOK_EVERY_MS)) await assertDatabaseTime();
    };
    const ended = run().finally(() => (isOver = true));
    await Promise.race([ended, watch().then(() => ended)]);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await receiver.close();
    await database?.drop();
  });

  it('take no work beyond a minute, and say so', () => {
    expect(readyAnHourAhead).toMatchObject({ status: 503, body: { status: 'not_ready', checks: { clock: 'down' } } });
    const laterThan = ([stamp = '']: string[]) => Number(stamp) * SECOND > Date.now() + HOUR / 2;
    expect(
      receiver.received.filter(({ headers }) => laterThan([headers['webhook-timestamp']].flat() as string[])),
    ).toEqual([]);
  });

  it('give up no task', async () => {
    expect(await deadLetters()).toBe(0);
  });

  it('complete every transfer', async () => {
    expect(accepted).toHaveLength(FIRST_MS.length * TRANSFERS);
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
