import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '@payments/client';
import type { PaymentsClient } from '@payments/client';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { fewAtOnce } from '../support/e2e/few-at-once.js';
import { Fleet } from '../support/e2e/fleet.js';
import { hasNginx } from '../support/e2e/gateway.js';
import { endLeases } from '../support/e2e/leases.js';
import { redisOf } from '../support/e2e/redis-servers.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { WebhookReceiver } from '../support/receiver.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('apps/worker/src', 'libs/messaging/src', 'libs/transfers/src/application');

/** As many as an enterprise can have unfinished. */
const REPORTS = 20;
const SMALL = ['Second', 'Third'] as const;
const TRANSFERS_OF_EACH = 120;
const LONGEST_WAIT_MS = 30_000;

interface Enterprise {
  readonly name: string;
  readonly client: PaymentsClient;
  readonly payee: Party;
}

const ifNginx = describeIf(hasNginx, 'No nginx or no openssl on the PATH: several processes were not tested.');

ifNginx('two apis and three workers behind nginx', () => {
  let database: TestDatabase;
  let fleet: Fleet;
  const receiver = new WebhookReceiver();
  const enterprises: Enterprise[] = [];
  const ids: string[] = [];

  /** As a client does that wants one transfer: it repeats the request, with its reference, until it has a response. */
  const create = async ({ name, client, payee }: Enterprise, number: number) => {
    const body = payout(`${name}-${number}`, payee);
    const idempotencyKey = `key-${name}-${number}`;
    for (const startedAt = Date.now(); ;) {
      try {
        ids.push((await client.transfers.create(body, { idempotencyKey })).id);
        return;
      } catch (error) {
        const isRefused = PaymentsError.is(error) && error.status < 500 && error.status !== 409;
        if (isRefused || Date.now() - startedAt > LONGEST_WAIT_MS) throw error;
        await sleep(100);
      }
    }
  };
  const count = async (from: string) =>
    (await database.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`))[0]!.count;
  const startAll = () => Promise.all(['first', 'second', 'third'].map((name) => fleet.startWorker(name)));
  const stopAll = (signal: NodeJS.Signals) =>
    Promise.all(['first', 'second', 'third'].map((name) => fleet.stopWorker(name, signal)));

  beforeAll(async () => {
    const queueUrl = redisOf('several-processes');
    database = await createTestDatabase({
      ...{ SANDBOX_DAY_SECONDS: '0.3', WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RATE: '10000' },
      ...(queueUrl && { QUEUE_URL: queueUrl }),
    });
    fleet = await Fleet.start(database.environment);
    await startAll();
    for (const name of ['First', ...SMALL]) {
      const client = await fleet.client(name);
      if (name === 'First') await receiver.subscribe(client, 'subscribe_all');
      enterprises.push({ name, client, payee: (await verifiedAccounts(client, name.toLowerCase())).payee });
    }
  });
  afterAll(async () => {
    await fleet?.stop();
    await receiver.close();
    await database?.drop();
  });

  // Reports, because a worker makes one at a time: of work that goes in large batches, three workers hold it all at once.
  it('let the backlog of one enterprise keep no other waiting', async () => {
    const [big, ...small] = enterprises as [Enterprise, ...Enterprise[]];
    const request = ({ client }: Enterprise) => client.reports.createStatement({ format: 'csv', date: '2026-01-01' });
    await stopAll('SIGTERM');
    for (let report = 0; report < REPORTS; report += 1) await request(big);
    for (const one of small) await request(one);
    await startAll();
    await eventually(
      'all are completed',
      async () => (await count(`reports.reports WHERE status <> 'completed'`)) === 0,
    );
    const [found] = await database.query<{ later: number }>(
      `SELECT count(*)::int AS later FROM reports.reports r JOIN platform.enterprises e USING (enterprise_id)
       WHERE e.name = 'First' AND r.completed_at >= (
         SELECT max(r.completed_at) FROM reports.reports r JOIN platform.enterprises e USING (enterprise_id)
         WHERE e.name <> 'First')`,
    );
    // Theirs came last of all; in order, none of the backlog would be left when they are done.
    expect(found!.later).toBeGreaterThan(REPORTS / 4);
  });

  it('go on when an api and a worker are killed, and a worker is added, under load', async () => {
    const load = Promise.all(enterprises.map((one) => fewAtOnce(TRANSFERS_OF_EACH, (number) => create(one, number))));
    const changes = (async () => {
      await fleet.stopWorker('second', 'SIGKILL');
      await fleet.startWorker('fourth');
      await fleet.stopApi(1, 'SIGKILL');
      await fleet.startApi(1);
    })();
    await Promise.all([load, changes]);
    await endLeases((sql) => database.query(sql));
    await eventually(
      'no work is left',
      async () =>
        (await count('platform.tasks')) === 0 && (await count('platform.events WHERE position IS NULL')) === 0,
    );
  });

  it('did everything once', async () => {
    const transfers = await database.query(`SELECT id, status FROM transfers.transfers ORDER BY id`);
    expect(transfers).toEqual([...ids].sort().map((id) => ({ id, status: 'completed' })));
    expect(await count('sandbox.instructions')).toBe(ids.length);
    expect(await count('(SELECT DISTINCT end_to_end_id FROM sandbox.instructions) AS sent')).toBe(ids.length);
    expect(await count('transfers.processor_results')).toBe(
      await count('(SELECT DISTINCT processor_result_id FROM transfers.processor_results) AS results'),
    );
    const events = await database.query<{ id: string }>(
      `SELECT v.id FROM platform.events v JOIN platform.enterprises e USING (enterprise_id) WHERE e.name = 'First' ORDER BY v.id`,
    );
    expect([...receiver.bodies.keys()].sort()).toEqual(events.map(({ id }) => id));
    const workers = await database.query<{ holders: number }>(
      `SELECT count(*)::int AS holders FROM platform.sweep_turns`,
    );
    expect(workers).toEqual([{ holders: 1 }]);
  });
});
